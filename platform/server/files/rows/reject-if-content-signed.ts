import type { Kysely } from 'kysely';
import type { Database, ScanFileRow } from '../../database/schema.ts';
import type { ErrorResponse } from '../../http/error-response.ts';
import type { CallPrincipal } from '../../http/principal.ts';
import { rejectIfFilesSigned } from '../../records/reports/reject-if-files-signed.ts';
import { rejectIfFindingFilesSigned } from './reject-if-finding-files-signed.ts';

/**
 * Returns an error if the first bytes of a registered file would replace a file on which a signed
 * report is based, or belong to a finding of a signed report; null otherwise. A file that has bytes accepts only the same bytes, which restore
 * a damaged file.
 */
export async function rejectIfContentSigned(
  db: Kysely<Database>,
  principal: CallPrincipal,
  { organizationId, scanId, fileCategory, checksum }: ScanFileRow,
): Promise<ErrorResponse | null> {
  if (checksum !== null) return null;
  const categories = [fileCategory];
  return (
    (await rejectIfFilesSigned(db, { organizationId, scanId, categories })) ??
    rejectIfFindingFilesSigned(db, principal, scanId, categories)
  );
}
