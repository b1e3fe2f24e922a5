import type { Kysely } from 'kysely';
import { serverMessage } from '#contracts';
import type { Database } from '../../database/schema.ts';
import { type ErrorResponse, errorResponse } from '../../http/error-response.ts';
import type { CallPrincipal } from '../../http/principal.ts';
import { lockStudyOfScan } from './lock-study-of-scan.ts';
import { openAddendum, signedReport } from './report-rows.ts';

/**
 * Returns an error while the study's report is signed and no addendum is open; null otherwise. The
 * caller has locked the study, so the result holds until the transaction ends.
 */
export async function rejectLockedIfSigned(
  db: Kysely<Database>,
  organizationId: string,
  studyId: string,
  message: 'REPORT_SIGNED_FINDINGS' | 'REPORT_SIGNED_NEW_SCAN' = 'REPORT_SIGNED_FINDINGS',
): Promise<ErrorResponse | null> {
  const signed = await signedReport(db, organizationId, studyId);
  if (signed === undefined) return null;
  if ((await openAddendum(db, organizationId, studyId)) !== undefined) return null;
  return errorResponse('ReportSigned', serverMessage(message), { reportId: signed.id });
}

/**
 * Same as `rejectIfFindingsOfScanSigned`, for the scan of one finding; null for a missing finding.
 * Call before the finding is locked: rows are locked in the order study, scans, findings, and any
 * other order can deadlock.
 */
export async function rejectIfFindingSigned(
  db: Kysely<Database>,
  principal: Pick<CallPrincipal, 'organizationId' | 'kind' | 'blind'>,
  findingId: string,
): Promise<ErrorResponse | null> {
  const finding = await db
    .selectFrom('finding')
    .select('scanId')
    .where('organizationId', '=', principal.organizationId)
    .where('id', '=', findingId)
    .executeTakeFirst();
  return finding === undefined ? null : rejectIfFindingsOfScanSigned(db, principal, finding.scanId);
}

/**
 * Locks the scan's study and returns an error while its report is signed and no addendum is open.
 * Null for calls of workers and of blind annotators, because their findings are in no report.
 */
export async function rejectIfFindingsOfScanSigned(
  db: Kysely<Database>,
  { organizationId, kind, blind }: Pick<CallPrincipal, 'organizationId' | 'kind' | 'blind'>,
  scanId: string,
): Promise<ErrorResponse | null> {
  return kind === 'human' && !blind ? rejectIfScanSigned(db, organizationId, scanId) : null;
}

/**
 * Locks the scan's study until the transaction ends and returns an error while its report is signed
 * and no addendum is open; null otherwise.
 */
export async function rejectIfScanSigned(
  db: Kysely<Database>,
  organizationId: string,
  scanId: string,
): Promise<ErrorResponse | null> {
  const studyId = await lockStudyOfScan(db, { organizationId, scanId }, 'share');
  return studyId === null ? null : rejectLockedIfSigned(db, organizationId, studyId);
}
