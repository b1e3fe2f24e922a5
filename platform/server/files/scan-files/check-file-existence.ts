import type { FileExistence, routes } from '#contracts';
import type { ScanFileRow } from '../../database/schema.ts';
import type { CallOf } from '../../http/call.ts';
import { type ErrorResponse, notFound } from '../../http/error-response.ts';
import type { FileStore } from '../../store/index.ts';
import { canAccessScan } from '../rows/can-access-scan.ts';
import { isDamage, quarantine } from '../rows/quarantine.ts';
import { storedReference, withheldFiles } from '../rows/scan-file-rows.ts';
import { fileOf } from './change-scan-files.ts';

type ExistenceCall = CallOf<typeof routes.checkFileExistence>;

/**
 * Reads the whole file and compares size and checksum with the row; quarantines a missing or
 * damaged file. `exists` is true only for intact bytes that are not quarantined.
 */
export async function checkFileExistence(
  call: ExistenceCall,
  store: FileStore,
): Promise<FileExistence | ErrorResponse> {
  const { db, principal, query, addAuditSubject } = call;
  if (query.scanId !== undefined && !(await canAccessScan(db, principal, query.scanId))) {
    return notFound('SCAN_NOT_FOUND');
  }
  const row = await requestedFile(call);
  if (row === null) {
    if (query.id !== undefined) return notFound('FILE_NOT_FOUND');
    return { exists: false, id: null, bytes: null, quarantined: false };
  }
  addAuditSubject({ id: row.id, scanId: row.scanId });
  const reference = storedReference(row);
  const quarantined = row.quarantinedAt !== null;
  if (reference === null) return { exists: false, id: row.id, bytes: 'ANNOUNCED', quarantined };
  const checked = await store.verify(reference);
  if (checked.ok) return { exists: !quarantined, id: row.id, bytes: 'RIGHT', quarantined };
  const { problem } = checked;
  if (!isDamage(problem)) return { exists: false, id: row.id, bytes: 'UNREADABLE', quarantined };
  await quarantine(db, row, problem);
  const bytes = problem.code === 'FILE_MISSING' ? 'MISSING' : 'CORRUPT';
  return { exists: false, id: row.id, bytes, quarantined: true };
}

async function requestedFile({ db, principal, query }: ExistenceCall): Promise<ScanFileRow | null> {
  if (query.id !== undefined) return fileOf(db, principal, query.id);
  const row = await db
    .selectFrom('scanFile')
    .selectAll()
    .where('organizationId', '=', principal.organizationId)
    .where('scanId', '=', query.scanId ?? '')
    .where('fileName', '=', query.fileName ?? '')
    .where('deletedAt', 'is', null)
    .where('supersededAt', 'is', null)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst();
  if (row === undefined || withheldFiles(principal).includes(row.fileCategory)) return null;
  return row;
}
