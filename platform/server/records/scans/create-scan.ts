import type { routes, Scan } from '#contracts';
import { newId } from '#foundation';
import type { CallOf } from '../../http/call.ts';
import { notFound, Refusal, refuse } from '../../http/refusal.ts';
import { makeScan } from './make-scan.ts';
import { scanById, toScan } from './scan-rows.ts';

/** A repeated call with the same id finds the scan that the first one made. */
export async function createScan({
  db,
  body,
  principal,
  about,
}: CallOf<typeof routes.createScan>): Promise<Scan | Refusal> {
  const { organizationId } = principal;
  const id = body.id ?? newId();
  about({ id, studyId: body.studyId });
  // Two calls with one id come one after the other: the second finds what the first one made.
  await db
    .selectFrom('study')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('id', '=', body.studyId)
    .forUpdate()
    .execute();
  const known = await scanById(db, organizationId, id);
  if (known !== undefined) {
    const same =
      known.studyId === body.studyId &&
      known.laterality === body.laterality &&
      known.protocol === body.protocol &&
      known.deviceId === body.deviceId;
    return same ? toScan(known) : refuse('Conflict', 'Another scan has this id');
  }
  if (body.deviceId !== null) {
    const device = await db
      .selectFrom('device')
      .select('id')
      .where('organizationId', '=', organizationId)
      .where('id', '=', body.deviceId)
      .where('deletedAt', 'is', null)
      .executeTakeFirst();
    if (device === undefined) return notFound('The device');
  }
  const made = await makeScan(db, principal, {
    ...body,
    id,
    origin: 'SCANNED',
    scanState: 'N',
    acquisitionTime: null,
  });
  return made instanceof Refusal ? made : toScan(made);
}
