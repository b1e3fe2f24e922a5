import type { Kysely } from 'kysely';
import type { FileCategory } from '#contracts';
import type { Database } from '../../database/schema.ts';
import type { ErrorResponse } from '../../http/error-response.ts';
import type { CallPrincipal } from '../../http/principal.ts';
import { rejectIfFindingsOfScanSigned } from '../../records/reports/reject-if-signed.ts';
import { FINDING_CATEGORIES } from './scan-file-rows.ts';

/**
 * Returns an error if files of findings (thumbnails, contours, masks) are among the categories and
 * the findings of the scan can't be changed, because their report is signed; null otherwise. Call
 * before scan or files are locked.
 */
export async function rejectIfFindingFilesSigned(
  db: Kysely<Database>,
  principal: CallPrincipal,
  scanId: string,
  categories: readonly FileCategory[],
): Promise<ErrorResponse | null> {
  const ofFindings = categories.some((category) => FINDING_CATEGORIES.includes(category));
  return ofFindings ? rejectIfFindingsOfScanSigned(db, principal, scanId) : null;
}
