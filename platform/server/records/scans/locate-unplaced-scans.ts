import { setTimeout as sleep } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { messageOf } from '#foundation';
import type { Database } from '../../database/schema.ts';
import { findSkin } from '../../files/rows/stored-skins.ts';
import { writeAudit } from '../../http/audit.ts';
import { rejectIfScanSigned } from '../../operations/reports/reject-if-signed.ts';
import type { ServerDeps } from '../../server-deps.ts';
import type { FileStore } from '../../store/index.ts';
import { lockScan } from './scan-rows.ts';
import { updateFindingLocations } from './update-finding-locations.ts';

/** Between two scans: whoever reads meanwhile comes first. */
const PAUSE_MS = 20;

type LocateDeps = Pick<ServerDeps, 'db' | 'logger' | 'scanChanged' | 'scope'>;
type SkinStore = Pick<FileStore, 'read'>;
type ScanKey = { readonly organizationId: string; readonly scanId: string };

/**
 * Counts the findings anew that an earlier version counted from the transducer face, from the skin
 * that is known: one scan after the other, each in a transaction of its own that also takes it off
 * the list. What is killed goes on where it was; several servers share the list. What was signed
 * stays as it was signed. A scan whose skin can't be had now stays on the list.
 * @returns how many were taken off
 */
export async function locateUnplacedScans(deps: LocateDeps, store: SkinStore): Promise<number> {
  const { db, logger, scanChanged, scope } = deps;
  let located = 0;
  let at: ScanKey | undefined;
  for (;;) {
    at = await nextUnplaced(db, at);
    if (at === undefined || scope.ended) return located;
    const { organizationId, scanId } = at;
    const current = at;
    const done = await db
      .transaction()
      .execute((trx) => locateScan(trx, store, current))
      .catch((thrown: unknown) => {
        const reason = messageOf(thrown);
        logger.log('warn', 'The findings of a scan were not counted anew', { scanId, reason });
        return false;
      });
    if (done) {
      located += 1;
      scanChanged.emit({ organizationId, scanId, what: 'FINDINGS' });
    }
    await sleep(PAUSE_MS);
  }
}

function nextUnplaced(
  db: Kysely<Database>,
  after: ScanKey | undefined,
): Promise<ScanKey | undefined> {
  return db
    .selectFrom('unplacedScan')
    .select(['organizationId', 'scanId'])
    .$if(after !== undefined, (rows) =>
      rows.where((eb) =>
        eb(
          eb.refTuple('organizationId', 'scanId'),
          '>',
          eb.tuple(after?.organizationId ?? '', after?.scanId ?? ''),
        ),
      ),
    )
    .orderBy('organizationId')
    .orderBy('scanId')
    .limit(1)
    .executeTakeFirst();
}

/** False where another server has it, or its skin can't be had. */
async function locateScan(
  db: Kysely<Database>,
  store: SkinStore,
  { organizationId, scanId }: ScanKey,
): Promise<boolean> {
  const locked = await db
    .selectFrom('unplacedScan')
    .select('scanId')
    .where('organizationId', '=', organizationId)
    .where('scanId', '=', scanId)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (locked === undefined) return false;
  const signed = await rejectIfScanSigned(db, organizationId, scanId);
  if (signed === null) {
    await lockScan(db, organizationId, scanId);
    const skin = await findSkin(store, db, organizationId, scanId);
    if (skin === undefined) return false;
    await updateFindingLocations(db, organizationId, scanId, { of: async () => skin });
    const entry = {
      principal: null,
      organizationId,
      action: 'countDepths',
      outcome: 'done',
    } as const;
    await writeAudit(db, { ...entry, subject: { scanId } });
  }
  await db
    .deleteFrom('unplacedScan')
    .where('organizationId', '=', organizationId)
    .where('scanId', '=', scanId)
    .execute();
  return true;
}
