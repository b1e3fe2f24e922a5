import { type Kysely, sql } from 'kysely';
import { type FileCategory, type FileRole, type ScanFile, serverMessage } from '#contracts';
import type { Database } from '../../database/schema.ts';
import { type ErrorResponse, errorResponse, notFound } from '../../http/error-response.ts';
import type { CallPrincipal } from '../../http/principal.ts';
import { canAccessScan } from '../rows/can-access-scan.ts';
import { rowViewerOf, storedFiles, toScanFile, withheldFiles } from '../rows/scan-file-rows.ts';
import { decodeFileCursor, encodeFileCursor } from './file-cursor.ts';

interface ListQuery {
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly fileCategory?: FileCategory | undefined;
  readonly role?: FileRole | undefined;
}

interface FilePage {
  items: ScanFile[];
  total: number;
  nextCursor: string | null;
}

/**
 * Lists the current files of a scan, newest first; files stored at the same time, such as imported
 * frames, by name.
 */
export async function listScanFiles(
  db: Kysely<Database>,
  principal: CallPrincipal,
  scanId: string,
  query: ListQuery,
): Promise<FilePage | ErrorResponse> {
  if (!(await canAccessScan(db, principal, scanId))) return notFound('SCAN_NOT_FOUND');
  const after = query.cursor === undefined ? null : decodeFileCursor(query.cursor);
  if (query.cursor !== undefined && after === null) {
    return errorResponse('BadRequest', serverMessage('CURSOR_INVALID'));
  }
  const withheld = withheldFiles(principal);
  const matching = storedFiles(db, {
    ...query,
    organizationId: principal.organizationId,
    scanId,
  }).$if(withheld.length > 0, (rows) => rows.where('scanFile.fileCategory', 'not in', withheld));
  const { total } = await matching
    .clearSelect()
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const page = after === null ? matching : matching.where(isAfter(after));
  const rows = await page
    .orderBy('scanFile.createdAt', 'desc')
    .orderBy('scanFile.fileName')
    .orderBy('scanFile.id')
    .limit(query.limit + 1)
    .execute();
  const items = rows.slice(0, query.limit);
  const last = items.at(-1);
  return {
    items: items.map((row) => toScanFile(row, rowViewerOf(principal))),
    total,
    nextCursor: rows.length > items.length && last !== undefined ? encodeFileCursor(last) : null,
  };
}

const isAfter = (cursor: { createdAt: string; fileName: string; id: string }) =>
  sql<boolean>`(scan_file.created_at < ${cursor.createdAt}::timestamptz
    or (scan_file.created_at = ${cursor.createdAt}::timestamptz
      and (scan_file.file_name, scan_file.id) > (${cursor.fileName}, ${cursor.id}::uuid)))`;
