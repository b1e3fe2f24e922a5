import { setTimeout as sleep } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { messageOf } from '#foundation';
import type { Database } from '../../database/schema.ts';
import { findSkin } from '../../files/rows/stored-skins.ts';
import { writeAudit } from '../../http/audit.ts';
import type { ServerDeps } from '../../http/server-deps.ts';
import type { FileStore } from '../../store/index.ts';
import { rejectIfScanSigned } from '../reports/reject-if-signed.ts';
import { lockScan } from './scan-rows.ts';
import { updateFindingLocations } from './update-finding-locations.ts';

/** Pause between two scans, so that requests of readers take precedence. */
const PAUSE_MS = 20;

type LocateDeps = Pick<ServerDeps, 'db' | 'logger' | 'scanChanged' | 'scope'>;
type SkinStore = Pick<FileStore, 'read'>;
type ScanKey = { readonly organizationId: string; readonly scanId: string };

/**
 * Recomputes depths of findings that an earlier version measured from the transducer face, now from
 * the skin. Each scan has its own transaction, which also removes the scan from the list, so that
 * work resumes after a crash and several servers can share the list. Signed findings stay
 * unchanged. A scan whose skin is unavailable stays on the list.
 * @returns the number of scans removed from the list
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

/** Returns false when another server has locked the scan or the skin is unavailable. */
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
