import { type Kysely, sql } from 'kysely';
import { type routes, type Scan, serverMessage, VISIT_HOURS } from '#contracts';
import { newId } from '#foundation';
import type { Database } from '../../database/schema.ts';
import type { CallOf } from '../../http/call.ts';
import { ErrorResponse, errorResponse, notFound } from '../../http/error-response.ts';
import { rejectLockedIfSigned } from '../reports/reject-if-signed.ts';
import { insertScanRow } from './insert-scan-row.ts';
import { scanById, toScan } from './scan-rows.ts';

/**
 * Creates a scan; a repeated call with the same id returns the existing scan. Rejects a new scan
 * while the study's report is signed and no addendum is open, and one of this visit if the study is
 * of an earlier one.
 */
export async function createScan({
  db,
  body,
  principal,
  addAuditSubject,
}: CallOf<typeof routes.createScan>): Promise<Scan | ErrorResponse> {
  const { organizationId } = principal;
  const id = body.id ?? newId();
  addAuditSubject({ id, studyId: body.studyId });
  // Locks the study against signatures, and so that a concurrent call with the same id waits and
  // returns this scan.
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
      existing.patientPosition === body.patientPosition &&
      existing.deviceId === body.deviceId;
    return same ? toScan(existing) : errorResponse('Conflict', serverMessage('SCAN_ID_TAKEN'));
  }
  const message = 'REPORT_SIGNED_NEW_SCAN';
  const signed = await rejectLockedIfSigned(db, organizationId, body.studyId, message);
  if (signed !== null) return signed;
  if (body.ofThisVisit && (await isOfEarlierVisit(db, organizationId, body.studyId))) {
    return errorResponse('VisitEnded', serverMessage('STUDY_OF_EARLIER_VISIT'));
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
  const { ofThisVisit: _, ...fields } = body;
  const created = await insertScanRow(db, principal, {
    ...fields,
    id,
    origin: 'SCANNED',
    scanState: 'N',
    acquisitionTime: null,
  });
  return created instanceof ErrorResponse ? created : toScan(created);
}

/** Returns whether the study was created too long ago for the current visit. */
async function isOfEarlierVisit(
  db: Kysely<Database>,
  organizationId: string,
  studyId: string,
): Promise<boolean> {
  const study = await db
    .selectFrom('study')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('id', '=', studyId)
    .where(
      'createdAt',
      '<',
      sql<string>`clock_timestamp() - make_interval(hours => ${VISIT_HOURS})`,
    )
    .executeTakeFirst();
  return study !== undefined;
}
