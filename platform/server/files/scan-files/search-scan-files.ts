import { sql } from 'kysely';
import type { routes } from '#contracts';
import type { CallOf } from '../../http/call.ts';
import { ErrorResponse, notFound } from '../../http/error-response.ts';
import { pageOf, parseListCursor } from '../../records/shared/paging.ts';
import { canAccessScan } from '../rows/can-access-scan.ts';
import { rowViewerOf, toScanFile, withheldFiles } from '../rows/scan-file-rows.ts';

/** Searches files that are not deleted, newest first; a device gets only files of its own scans. */
export async function searchScanFiles(call: CallOf<typeof routes.searchScanFiles>) {
  const { db, principal, query } = call;
  const { organizationId } = principal;
  const { scanId, fileCategory, limit } = query;
  if (scanId !== undefined && !(await canAccessScan(db, principal, scanId))) {
    return notFound('SCAN_NOT_FOUND');
  }
  const after = parseListCursor(query.cursor);
  if (after instanceof ErrorResponse) return after;
  let matching = db
    .selectFrom('scanFile')
    .innerJoin('scan', (join) =>
      join
        .onRef('scan.organizationId', '=', 'scanFile.organizationId')
        .onRef('scan.id', '=', 'scanFile.scanId'),
    )
    .where('scanFile.organizationId', '=', organizationId)
    .where('scanFile.deletedAt', 'is', null)
    .where('scan.deletedAt', 'is', null);
  if (scanId !== undefined) matching = matching.where('scanFile.scanId', '=', scanId);
  if (fileCategory !== undefined) {
    matching = matching.where('scanFile.fileCategory', '=', fileCategory);
  }
  const withheld = withheldFiles(principal);
  if (withheld.length > 0) {
    matching = matching.where('scanFile.fileCategory', 'not in', withheld);
  }
  if (principal.kind === 'device') {
    matching = matching.where('scan.deviceId', '=', principal.deviceId);
  }
  const { total } = await matching
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const page =
    after === null
      ? matching
      : matching.where(
          sql<boolean>`(scan_file.created_at, scan_file.id)
            < (${after.createdAt}::timestamptz, ${after.id}::uuid)`,
        );
  const rows = await page
    .selectAll('scanFile')
    .orderBy('scanFile.createdAt', 'desc')
    .orderBy('scanFile.id', 'desc')
    .limit(limit + 1)
    .execute();
  return pageOf(rows, limit, total, (row) => toScanFile(row, rowViewerOf(principal)));
}
