import { setTimeout as sleep } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { messageOf } from '#foundation';
import type { Database } from '../../database/schema.ts';
import { lookForSkin } from '../../files/rows/stored-skins.ts';
import { writeAudit } from '../../http/audit.ts';
import { refuseIfScanSigned } from '../../operations/reports/refuse-if-signed.ts';
import type { ServerParts } from '../../server-parts.ts';
import type { FileStore } from '../../store/index.ts';
import { placeFindings } from './place-findings.ts';
import { lockScan } from './scan-rows.ts';

/** Between two scans: whoever reads meanwhile comes first. */
const PAUSE_MS = 20;

type Left = Pick<ServerParts, 'db' | 'logger' | 'scanChanged' | 'scope'>;
type SkinStore = Pick<FileStore, 'read'>;
type Place = { readonly organizationId: string; readonly scanId: string };

/**
 * Counts the findings anew that an earlier version counted from the transducer face, from the skin
 * that is known: one scan after the other, each in a transaction of its own that also takes it off
 * the list. What is killed goes on where it was; several servers share the list. What was signed
 * stays as it was signed. A scan whose skin can't be had now stays on the list.
 * @returns how many were taken off
 */
export async function placeLeftScans(parts: Left, store: SkinStore): Promise<number> {
  const { db, logger, scanChanged, scope } = parts;
  let placed = 0;
  let at: Place | undefined;
  for (;;) {
    at = await nextLeft(db, at);
    if (at === undefined || scope.ended) return placed;
    const { organizationId, scanId } = at;
    const found = at;
    const done = await db
      .transaction()
      .execute((inside) => placeOne(inside, store, found))
      .catch((thrown: unknown) => {
        const reason = messageOf(thrown);
        logger.log('warn', 'The findings of a scan were not counted anew', { scanId, reason });
        return false;
      });
    if (done) {
      placed += 1;
      scanChanged.emit({ organizationId, scanId, what: 'FINDINGS' });
    }
    await sleep(PAUSE_MS);
  }
}

function nextLeft(db: Kysely<Database>, after: Place | undefined): Promise<Place | undefined> {
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
async function placeOne(
  db: Kysely<Database>,
  store: SkinStore,
  { organizationId, scanId }: Place,
): Promise<boolean> {
  const held = await db
    .selectFrom('unplacedScan')
    .select('scanId')
    .where('organizationId', '=', organizationId)
    .where('scanId', '=', scanId)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (held === undefined) return false;
  const signed = await refuseIfScanSigned(db, organizationId, scanId);
  if (signed === null) {
    await lockScan(db, organizationId, scanId);
    const skin = await lookForSkin(store, db, organizationId, scanId);
    if (skin === undefined) return false;
    await placeFindings(db, organizationId, scanId, { of: async () => skin });
    const entry = { principal: null, organizationId, act: 'countDepths', outcome: 'done' } as const;
    await writeAudit(db, { ...entry, subject: { scanId } });
  }
  await db
    .deleteFrom('unplacedScan')
    .where('organizationId', '=', organizationId)
    .where('scanId', '=', scanId)
    .execute();
  return true;
}
