import type { Kysely } from 'kysely';
import type { Database, ScanFileRow } from '../../database/schema.ts';
import type { ErrorResponse } from '../../http/error-response.ts';
import { rejectIfFilesSigned } from '../../records/reports/reject-if-files-signed.ts';

/**
 * Returns an error if the first bytes of a registered file would replace a file on which a signed
 * report is based; null otherwise. A file that has bytes accepts only the same bytes, which restore
 * a damaged file.
 */
export async function rejectIfContentSigned(
  db: Kysely<Database>,
  { organizationId, scanId, fileCategory, checksum }: ScanFileRow,
): Promise<ErrorResponse | null> {
  if (checksum !== null) return null;
  return rejectIfFilesSigned(db, { organizationId, scanId, categories: [fileCategory] });
}
