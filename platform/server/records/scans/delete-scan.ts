import { type Kysely, sql } from 'kysely';
import { type DeletedScan, type routes, type Scan, serverMessage } from '#contracts';
import type { Database } from '../../database/schema.ts';
import type { CallOf } from '../../http/call.ts';
import {
  type ErrorResponse,
  errorResponse,
  notFound,
  versionConflict,
} from '../../http/error-response.ts';
import type { ServerDeps } from '../../http/server-deps.ts';
import { rejectIfReported } from '../reports/reject-if-reported.ts';
import { rejectIfScanSigned } from '../reports/reject-if-signed.ts';
import { lastSigned } from '../reports/report-rows.ts';
import { accountName } from '../shared/account-name.ts';
import { unpagedList } from '../shared/paging.ts';
import { changedBy, deletedBy } from '../shared/stored.ts';
import { studyFor } from '../studies/study-rows.ts';
import { rejectIfBusy } from './reject-if-busy.ts';
import { lockScan, scanById, scansWithDeleted, toScan } from './scan-rows.ts';

/**
 * Soft-deletes a scan with a reason. Its findings and files keep their rows, which nothing reads
 * until the scan is restored. Rejected while a device records the scan, because the remaining
 * frames could not be stored, while a job processes it, and for a reported scan.
 */
export async function deleteScan(
  { deviceStatuses }: Pick<ServerDeps, 'deviceStatuses'>,
  call: CallOf<typeof routes.deleteScan>,
): Promise<Scan | ErrorResponse> {
  const { db, params, body, principal, version, addAuditSubject } = call;
  const { organizationId } = principal;
  const signedError = await rejectIfScanSigned(db, organizationId, params.id);
  const scan = await lockScan(db, organizationId, params.id);
  if (scan === undefined) return notFound('SCAN_NOT_FOUND');
  addAuditSubject({ patientId: scan.patientId, studyId: scan.studyId });
  if (version !== scan.version) return versionConflict(toScan(scan));
  const busyError = await rejectIfBusy({ db, deviceStatuses }, scan);
  if (busyError !== null) return busyError;
  // No addendum makes a reported scan deletable, so its error comes first.
  const reportError = (await rejectIfReported(db, scan)) ?? signedError;
  if (reportError !== null) return reportError;
  const row = await db
    .updateTable('scan')
    .set({ ...deletedBy(principal), deletionReason: body.reason })
    .where('organizationId', '=', organizationId)
    .where('id', '=', params.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return toScan(row);
}

/**
 * Restores a deleted scan with its findings. Rejected if its study was deleted, or if a report was
 * signed after the deletion, because that report does not cover the scan.
 */
export async function restoreScan(
  call: CallOf<typeof routes.restoreScan>,
): Promise<Scan | ErrorResponse> {
  const { db, params, principal, addAuditSubject } = call;
  const { organizationId } = principal;
  const signedError = await rejectIfScanSigned(db, organizationId, params.id);
  const scan = await scansWithDeleted(db, organizationId)
    .select('study.deletedAt as studyDeletedAt')
    .where('scan.id', '=', params.id)
    .forUpdate('scan')
    .executeTakeFirst();
  if (scan === undefined) return notFound('SCAN_NOT_FOUND');
  const { patientId, studyId, deletedAt, studyDeletedAt } = scan;
  addAuditSubject({ patientId, studyId });
  if (deletedAt === null) return errorResponse('Conflict', serverMessage('SCAN_NOT_DELETED'));
  if (studyDeletedAt !== null) {
    return errorResponse('Conflict', serverMessage('SCAN_STUDY_DELETED'));
  }
  const signed = await lastSigned(db, organizationId, studyId);
  if (signed?.signedAt != null && signed.signedAt > deletedAt) {
    const data = { reportId: signed.id };
    return errorResponse('ReportSigned', serverMessage('REPORT_SIGNED_RESTORE'), data);
  }
  if (signedError !== null) return signedError;
  await db
    .updateTable('scan')
    .set({ ...changedBy(principal), deletedAt: null, deletedBy: null, deletionReason: null })
    .where('organizationId', '=', organizationId)
    .where('id', '=', params.id)
    .execute();
  const row = await scanById(db, organizationId, params.id);
  return row === undefined ? notFound('SCAN_NOT_FOUND') : toScan(row);
}

/** Lists the deleted scans of a study with reason and user, last deleted first. */
export async function listDeletedScans({
  db,
  params,
  principal,
  addAuditSubject,
}: CallOf<typeof routes.listDeletedScans>) {
  const study = await studyFor(db, principal, params.studyId);
  if (study === undefined) return notFound('STUDY_NOT_FOUND');
  addAuditSubject({ patientId: study.patientId });
  const rows = await deletedScans(db, principal.organizationId, study.id).execute();
  return unpagedList(rows, ({ findings, deletedByName, ...row }): DeletedScan => {
    const deletion = { reason: row.deletionReason, by: deletedByName };
    return { ...toScan(row), deletion, findings };
  });
}

function deletedScans(db: Kysely<Database>, organizationId: string, studyId: string) {
  return scansWithDeleted(db, organizationId)
    .select([
      accountName(organizationId, sql`scan.deleted_by`).as('deletedByName'),
      sql<number>`(select count(*)::int from finding
        where finding.organization_id = scan.organization_id and finding.scan_id = scan.id
          and finding.deleted_at is null)`.as('findings'),
    ])
    .where('scan.studyId', '=', studyId)
    .where('scan.deletedAt', 'is not', null)
    .orderBy('scan.deletedAt', 'desc')
    .orderBy('scan.id', 'desc');
}
