import { type Kysely, sql } from 'kysely';
import {
  type FileCategory,
  fileCategory,
  type routes,
  type ScanFile,
  serverMessage,
} from '#contracts';
import { geometryOfHeader } from '#findings';
import type { Database, ScanFileRow } from '../../database/schema.ts';
import type { CallOf } from '../../http/call.ts';
import {
  ErrorResponse,
  errorResponse,
  notFound,
  versionConflict,
} from '../../http/error-response.ts';
import { actorIdOf, type CallPrincipal } from '../../http/principal.ts';
import {
  rejectIfFileSigned,
  rejectIfFilesSigned,
} from '../../records/reports/reject-if-files-signed.ts';
import { validatePosition } from '../../records/shared/validate-position.ts';
import { canAccessScan } from '../rows/can-access-scan.ts';
import { rejectIfFindingFilesSigned } from '../rows/reject-if-finding-files-signed.ts';
import { rowViewerOf, scanFileById, toScanFile, withheldFiles } from '../rows/scan-file-rows.ts';
import type { FileChanger } from './file-changer.ts';

/** Returns the row of a file that the caller may see; null otherwise. */
export async function fileOf(
  db: Kysely<Database>,
  principal: CallPrincipal,
  id: string,
): Promise<ScanFileRow | null> {
  const row = await scanFileById(db, principal.organizationId, id);
  if (row !== null && withheldFiles(principal).includes(row.fileCategory)) return null;
  return row !== null && (await canAccessScan(db, principal, row.scanId)) ? row : null;
}

type ChangeCall = Pick<
  CallOf<typeof routes.deleteScanFile>,
  'db' | 'params' | 'principal' | 'version' | 'addAuditSubject'
>;

/** Locks and returns the row to change; an error when it is missing or of another version. */
async function lockedFile(call: ChangeCall): Promise<ScanFileRow | ErrorResponse> {
  const { db, params, principal, version, addAuditSubject } = call;
  const file = await fileOf(db, principal, params.id);
  if (file === null) return notFound('FILE_NOT_FOUND');
  addAuditSubject({ scanId: file.scanId });
  const row = await db
    .selectFrom('scanFile')
    .selectAll()
    .where('organizationId', '=', principal.organizationId)
    .where('id', '=', params.id)
    .where('deletedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) return notFound('FILE_NOT_FOUND');
  if (version === null || version === row.version) return row;
  return versionConflict(toScanFile(row, rowViewerOf(principal)));
}

async function write(
  { db, principal }: ChangeCall,
  row: ScanFileRow,
  change: object,
): Promise<ScanFile> {
  const written = await db
    .updateTable('scanFile')
    .set((eb) => ({
      ...change,
      version: eb('version', '+', 1),
      updatedAt: sql<string>`clock_timestamp()`,
      updatedBy: actorIdOf(principal),
    }))
    .where('organizationId', '=', row.organizationId)
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return toScanFile(written, rowViewerOf(principal));
}

/**
 * Changes the fields of a file. Rejects a new header once bytes are stored, because the header
 * describes those bytes, and any change but the path on the device's disk once the file or its
 * finding is signed.
 */
export async function updateScanFile(
  call: CallOf<typeof routes.updateScanFile>,
): Promise<ScanFile | ErrorResponse> {
  const { db, principal, params } = call;
  const { header, localHardDiskPath, ...rest } = call.body;
  const file = await fileOf(db, principal, params.id);
  if (file === null) return notFound('FILE_NOT_FOUND');
  const isDescribed = header !== undefined || Object.keys(rest).length > 0;
  const signedError = isDescribed ? await rejectIfSigned(call, file) : null;
  if (signedError !== null) return signedError;
  const row = await lockedFile(call);
  if (row instanceof ErrorResponse) return row;
  if (header !== undefined && row.storagePath !== null) {
    return errorResponse('Conflict', serverMessage('FILE_HEADER_FIXED'));
  }
  const isDevice = principal.kind === 'device';
  return write(call, row, {
    ...rest,
    ...(header === undefined ? {} : { header: header === null ? null : JSON.stringify(header) }),
    ...(isDevice && localHardDiskPath !== undefined ? { localHardDiskPath } : {}),
  });
}

/** Stores the nipple location that a model found in a volume. */
export async function setNippleAi(
  call: CallOf<typeof routes.setNippleAi>,
): Promise<ScanFile | ErrorResponse> {
  const row = await lockedFile(call);
  if (row instanceof ErrorResponse) return row;
  const outside = validatePosition(geometryOfHeader(row.header), call.body);
  if (outside !== null) return outside;
  const location = { ...call.body, setAt: new Date().toISOString() };
  return write(call, row, { nippleLocationAi: JSON.stringify(location) });
}

/** Returns an error if a signed report is based on the file or contains its finding. */
async function rejectIfSigned(
  { db, principal }: ChangeCall,
  file: ScanFileRow,
): Promise<ErrorResponse | null> {
  const { scanId, fileCategory: category } = file;
  return (
    (await rejectIfFileSigned(db, file)) ??
    rejectIfFindingFilesSigned(db, principal, scanId, [category])
  );
}

/** Soft-deletes a file with its pyramid and masks, unless a signed report is based on it. */
export async function deleteScanFile(
  changeFiles: FileChanger,
  call: CallOf<typeof routes.deleteScanFile>,
): Promise<ScanFile | ErrorResponse> {
  const file = await fileOf(call.db, call.principal, call.params.id);
  if (file === null) return notFound('FILE_NOT_FOUND');
  const signedError = await rejectIfSigned(call, file);
  if (signedError !== null) return signedError;
  return changeFiles(call, call.db, [file], () => deleteWithDependents(call));
}

async function deleteWithDependents(call: ChangeCall): Promise<ScanFile | ErrorResponse> {
  const row = await lockedFile(call);
  if (row instanceof ErrorResponse) return row;
  const deleted = deletedNow(call.principal);
  await call.db
    .updateTable('scanFile')
    .set(deleted)
    .where('organizationId', '=', row.organizationId)
    .where('parentId', '=', row.id)
    .where('deletedAt', 'is', null)
    .execute();
  return write(call, row, deleted);
}

/** Soft-deletes all files of a scan, unless a signed report is based on some of them. */
export async function deleteScanFiles(
  changeFiles: FileChanger,
  call: CallOf<typeof routes.deleteScanFiles>,
): Promise<{ deleted: number } | ErrorResponse> {
  const { db, params, principal } = call;
  const { scanId } = params;
  if (!(await canAccessScan(db, principal, scanId))) return notFound('SCAN_NOT_FOUND');
  const { organizationId } = principal;
  const files = { organizationId, scanId, categories: fileCategory.codes };
  const present = await categoriesOf(db, organizationId, scanId);
  const signedError =
    (await rejectIfFilesSigned(db, files)) ??
    (await rejectIfFindingFilesSigned(db, principal, scanId, present));
  if (signedError !== null) return signedError;
  const everyCategory = fileCategory.codes.map((code) => ({ scanId, fileCategory: code }));
  return changeFiles(call, db, everyCategory, () => deleteAll(call));
}

/** Returns the categories of a scan's files that are not deleted. */
async function categoriesOf(
  db: Kysely<Database>,
  organizationId: string,
  scanId: string,
): Promise<readonly FileCategory[]> {
  const rows = await db
    .selectFrom('scanFile')
    .select('fileCategory')
    .distinct()
    .where('organizationId', '=', organizationId)
    .where('scanId', '=', scanId)
    .where('deletedAt', 'is', null)
    .execute();
  return rows.map((row) => row.fileCategory);
}

async function deleteAll({
  db,
  params,
  principal,
}: CallOf<typeof routes.deleteScanFiles>): Promise<{ deleted: number }> {
  const deleted = await db
    .updateTable('scanFile')
    .set((eb) => ({ ...deletedNow(principal), version: eb('version', '+', 1) }))
    .where('organizationId', '=', principal.organizationId)
    .where('scanId', '=', params.scanId)
    .where('deletedAt', 'is', null)
    .returning('id')
    .execute();
  return { deleted: deleted.length };
}

/** Returns the columns of a soft delete. */
function deletedNow(principal: CallPrincipal) {
  return { deletedAt: sql<string>`clock_timestamp()`, deletedBy: actorIdOf(principal) };
}
