import type { Kysely } from 'kysely';
import type * as z from 'zod';
import { type scanFileFieldsSchema, serverMessage } from '#contracts';
import { newId } from '#foundation';
import type { Database, ScanFileRow } from '../../database/schema.ts';
import { ErrorResponse, errorResponse, notFound } from '../../http/error-response.ts';
import { actorIdOf, type CallPrincipal } from '../../http/principal.ts';
import { rejectIfFilesSigned } from '../../records/reports/reject-if-files-signed.ts';
import type { FileStore } from '../../store/index.ts';
import { canAccessScan } from '../rows/can-access-scan.ts';
import { rejectIfFindingFilesSigned } from '../rows/reject-if-finding-files-signed.ts';
import { scanFileById } from '../rows/scan-file-rows.ts';

/** Fields of a file to register, with the defaults of the schema. */
export type RegisteredFields = z.output<typeof scanFileFieldsSchema>;

/**
 * Inserts the row of a file whose bytes follow. A repeated registration, by id or as the same frame
 * of the same epoch, returns the first row. Rejects a file that would replace files of a signed
 * report, or that belongs to its findings.
 */
export async function registerScanFile(
  db: Kysely<Database>,
  fields: RegisteredFields,
  principal: CallPrincipal,
  store: Pick<FileStore, 'encryptionOfNewFiles'>,
): Promise<ScanFileRow | ErrorResponse> {
  const { organizationId } = principal;
  const { scanId, fileCategory } = fields;
  if (!(await canAccessScan(db, principal, scanId))) return notFound('SCAN_NOT_FOUND');
  const target = { organizationId, scanId, categories: [fileCategory] };
  const signedError =
    (await rejectIfFilesSigned(db, target)) ??
    (await rejectIfFindingFilesSigned(db, principal, scanId, target.categories));
  if (signedError !== null) {
    const existing = await findRegistered(db, fields, fields.id ?? newId(), organizationId);
    return existing instanceof ErrorResponse ? signedError : existing;
  }
  const { id = newId(), header, parentId, localHardDiskPath, ...rest } = fields;
  if (parentId !== null) {
    const parent = await scanFileById(db, organizationId, parentId);
    if (parent?.scanId !== scanId) return notFound('PARENT_FILE_NOT_FOUND');
  }
  const row = await db
    .insertInto('scanFile')
    .values({
      ...rest,
      encryption: fields.encryption ?? store.encryptionOfNewFiles,
      localHardDiskPath: principal.kind === 'device' ? localHardDiskPath : null,
      id,
      parentId,
      organizationId,
      header: header === null ? null : JSON.stringify(header),
      epoch: header?.epoch ?? null,
      createdBy: actorIdOf(principal),
      updatedBy: null,
      storagePath: null,
      checksum: null,
      byteLength: null,
      storedAt: null,
      supersededAt: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  return row ?? (await findRegistered(db, fields, id, organizationId));
}

async function findRegistered(
  db: Kysely<Database>,
  fields: RegisteredFields,
  id: string,
  organizationId: string,
): Promise<ScanFileRow | ErrorResponse> {
  const epoch = fields.header?.epoch ?? null;
  const existing =
    (await scanFileById(db, organizationId, id)) ??
    (await db
      .selectFrom('scanFile')
      .selectAll()
      .where('organizationId', '=', organizationId)
      .where('scanId', '=', fields.scanId)
      .where('epoch', '=', epoch)
      .where('fileCategory', '=', fields.fileCategory)
      .where('fileName', '=', fields.fileName)
      .where('supersededAt', 'is', null)
      .where('deletedAt', 'is', null)
      .executeTakeFirst());
  const same =
    existing?.scanId === fields.scanId &&
    existing.fileName === fields.fileName &&
    existing.fileCategory === fields.fileCategory;
  return same ? existing : errorResponse('Conflict', serverMessage('FILE_ID_TAKEN'), { id });
}
