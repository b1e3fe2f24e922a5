import type { Kysely } from 'kysely';
import type { Database } from '../../database/schema.ts';
import { type ErrorResponse, errorResponse } from '../../http/error-response.ts';
import { lastSigned } from './report-rows.ts';

/**
 * Rejects deleting a scan that a signed report covers, also while an addendum is being written. The
 * caller has locked the study (`rejectIfScanSigned`).
 */
export async function rejectIfReported(
  db: Kysely<Database>,
  scan: { readonly organizationId: string; readonly studyId: string; readonly createdAt: string },
): Promise<ErrorResponse | null> {
  const signed = await lastSigned(db, scan.organizationId, scan.studyId);
  if (signed?.signedAt == null || scan.createdAt > signed.signedAt) return null;
  const text = 'The report of this study is signed and stands on this scan, which stays';
  return errorResponse('ReportSigned', text, { reportId: signed.id });
}
