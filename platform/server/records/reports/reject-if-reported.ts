import type { Kysely } from 'kysely';
import { serverMessage } from '#contracts';
import type { Database } from '../../database/schema.ts';
import { type ErrorResponse, errorResponse } from '../../http/error-response.ts';
import { lastSigned } from './report-rows.ts';

/**
 * Returns an error for deleting a scan that a signed report covers, even while an addendum is open;
 * null otherwise. A scan that was created after the last signature is in no report. The caller has
 * locked the study (`rejectIfScanSigned`).
 */
export async function rejectIfReported(
  db: Kysely<Database>,
  scan: { readonly organizationId: string; readonly studyId: string; readonly createdAt: string },
): Promise<ErrorResponse | null> {
  const signed = await lastSigned(db, scan.organizationId, scan.studyId);
  if (signed?.signedAt == null || scan.createdAt > signed.signedAt) return null;
  const text = serverMessage('REPORT_SIGNED_SCAN');
  return errorResponse('ReportSigned', text, { reportId: signed.id });
}
