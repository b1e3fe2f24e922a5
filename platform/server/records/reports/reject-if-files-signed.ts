import type { Kysely } from 'kysely';
import { type FileCategory, serverMessage } from '#contracts';
import type { Database } from '../../database/schema.ts';
import { type ErrorResponse, errorResponse } from '../../http/error-response.ts';
import { lockStudyOfScan } from './lock-study-of-scan.ts';

interface FilesOfScan {
  readonly organizationId: string;
  readonly scanId: string;
  /** Categories in which files are added, superseded or deleted. */
  readonly categories: readonly FileCategory[];
}

/**
 * Returns an error if a signed report is based on files of these categories of the scan, because
 * another file of the category would replace them; null otherwise. Also holds while an addendum is
 * open.
 *
 * Locks the study against signatures until the transaction ends. Call before scan or files are
 * locked: rows are locked in the order study, scans, files.
 */
export async function rejectIfFilesSigned(
  db: Kysely<Database>,
  { organizationId, scanId, categories }: FilesOfScan,
): Promise<ErrorResponse | null> {
  if (categories.length === 0) return null;
  await lockStudyOfScan(db, { organizationId, scanId }, 'key share');
  const signed = await signedFiles(db, organizationId)
    .where('signedFile.scanId', '=', scanId)
    .where('signedFile.fileCategory', 'in', categories)
    .executeTakeFirst();
  return signed === undefined ? null : filesSigned(signed.reportId);
}

/** Same as `rejectIfFilesSigned`, for changing or deleting one file. */
export async function rejectIfFileSigned(
  db: Kysely<Database>,
  file: { readonly organizationId: string; readonly scanId: string; readonly id: string },
): Promise<ErrorResponse | null> {
  const { organizationId, scanId, id } = file;
  await lockStudyOfScan(db, { organizationId, scanId }, 'key share');
  const signed = await signedFiles(db, organizationId)
    .where('signedFile.fileId', '=', id)
    .executeTakeFirst();
  return signed === undefined ? null : filesSigned(signed.reportId);
}

function filesSigned(reportId: string): ErrorResponse {
  return errorResponse('FilesSigned', serverMessage('REPORT_SIGNED_FILES'), { reportId });
}

/** Selects signed files, those of the newest signature first. */
function signedFiles(db: Kysely<Database>, organizationId: string) {
  return db
    .selectFrom('signedFile')
    .innerJoin('report', (join) =>
      join
        .onRef('report.organizationId', '=', 'signedFile.organizationId')
        .onRef('report.id', '=', 'signedFile.reportId'),
    )
    .select('signedFile.reportId')
    .where('signedFile.organizationId', '=', organizationId)
    .orderBy('report.number', 'desc')
    .limit(1);
}
