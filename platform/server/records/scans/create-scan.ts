import { type routes, type Scan, serverMessage } from '#contracts';
import { newId } from '#foundation';
import type { CallOf } from '../../http/call.ts';
import { ErrorResponse, errorResponse, notFound } from '../../http/error-response.ts';
import { insertScanRow } from './insert-scan-row.ts';
import { scanById, toScan } from './scan-rows.ts';

/** Creates a scan; a repeated call with the same id returns the existing scan. */
export async function createScan({
  db,
  body,
  principal,
  addAuditSubject,
}: CallOf<typeof routes.createScan>): Promise<Scan | ErrorResponse> {
  const { organizationId } = principal;
  const id = body.id ?? newId();
  addAuditSubject({ id, studyId: body.studyId });
  // Locks the study, so that a concurrent call with the same id waits and returns this scan.
  await db
    .selectFrom('study')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('id', '=', body.studyId)
    .forUpdate()
    .execute();
  const existing = await scanById(db, organizationId, id);
  if (existing !== undefined) {
    const same =
      existing.studyId === body.studyId &&
      existing.laterality === body.laterality &&
      existing.protocol === body.protocol &&
      existing.deviceId === body.deviceId;
    return same ? toScan(existing) : errorResponse('Conflict', serverMessage('SCAN_ID_TAKEN'));
  }
  if (body.deviceId !== null) {
    const device = await db
      .selectFrom('device')
      .select('id')
      .where('organizationId', '=', organizationId)
      .where('id', '=', body.deviceId)
      .where('deletedAt', 'is', null)
      .executeTakeFirst();
    if (device === undefined) return notFound('DEVICE_NOT_FOUND');
  }
  const created = await insertScanRow(db, principal, {
    ...body,
    id,
    origin: 'SCANNED',
    scanState: 'N',
    acquisitionTime: null,
  });
  return created instanceof ErrorResponse ? created : toScan(created);
}
