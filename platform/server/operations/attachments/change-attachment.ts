import type { Kysely } from 'kysely';
import { fieldError, type routes, serverMessage, type UploadStatus } from '#contracts';
import { newId } from '#foundation';
import type { Database } from '../../database/schema.ts';
import type { CallOf } from '../../http/call.ts';
import {
  type ErrorResponse,
  errorResponse,
  notFound,
  ValidationErrorResponse,
  versionConflict,
} from '../../http/error-response.ts';
import { patientById } from '../../records/patients/patient-rows.ts';
import { changedBy, createdBy, deletedBy } from '../../records/shared/stored.ts';
import {
  type AttachmentRow,
  attachmentById,
  attachments,
  filesOf,
  isContentMissing,
  withFiles,
} from './attachment-rows.ts';

const NO_ATTACHMENT = notFound('ATTACHMENT_NOT_FOUND');
const DUPLICATE_ID = errorResponse('Conflict', serverMessage('ATTACHMENT_ID_TAKEN'));

/**
 * Creates an attachment; a repeated call with the same id and files returns the existing
 * attachment.
 */
export async function createAttachment({
  db,
  body,
  principal,
  addAuditSubject,
}: CallOf<typeof routes.createAttachment>) {
  const { organizationId } = principal;
  const { id = newId(), filesInfo, ...fields } = body;
  addAuditSubject({ id, patientId: fields.patientId });
  const patient = await patientById(db, organizationId, fields.patientId);
  if (patient === undefined) return notFound('PATIENT_NOT_FOUND');
  const inserted = await db
    .insertInto('patientAttachment')
    .values({ id, ...fields, ...createdBy(principal) })
    .onConflict((conflict) => conflict.columns(['organizationId', 'id']).doNothing())
    .returningAll()
    .executeTakeFirst();
  if (inserted === undefined) return respondToRepeated(db, organizationId, { ...body, id });
  const files = filesInfo.map(({ name, checksum }, position) => ({
    organizationId,
    attachmentId: id,
    fileName: name,
    position,
    checksum,
  }));
  await db.insertInto('patientAttachmentFile').values(files).execute();
  return withFiles(db, inserted);
}

async function respondToRepeated(
  db: Kysely<Database>,
  organizationId: string,
  body: { id: string; patientId: string; filesInfo: readonly { name: string; checksum: string }[] },
) {
  const existing = await attachmentById(db, organizationId, body.id);
  if (existing?.patientId !== body.patientId) return DUPLICATE_ID;
  const files = await filesOf(db, organizationId, [body.id]);
  const same =
    files.length === body.filesInfo.length &&
    body.filesInfo.every(({ name, checksum }) =>
      files.some((file) => file.fileName === name && file.checksum === checksum),
    );
  return same ? withFiles(db, existing) : DUPLICATE_ID;
}

export async function updateAttachment(call: CallOf<typeof routes.updateAttachment>) {
  const { db, params, body, principal } = call;
  const { id, uploadStatus, ...fields } = body;
  if (id !== params.id) {
    return new ValidationErrorResponse([fieldError('id', 'ID_DIFFERS')]);
  }
  return changeAttachment(call, { ...fields, ...changedBy(principal) }, async (row) => {
    const invalid = await validateStatus(db, row, uploadStatus);
    return invalid ?? (uploadStatus === undefined ? {} : { uploadStatus });
  });
}

/** Allows DONE only when every registered file is stored with the registered bytes. */
async function validateStatus(
  db: Kysely<Database>,
  row: AttachmentRow,
  requested: UploadStatus | undefined,
): Promise<ErrorResponse | null> {
  if (requested === undefined || requested === row.uploadStatus) return null;
  if (requested === 'P') return errorResponse('Conflict', serverMessage('ATTACHMENT_DONE'));
  const files = await filesOf(db, row.organizationId, [row.id]);
  const missing = files.filter(isContentMissing);
  if (missing.length === 0) return null;
  const names = missing.map(({ fileName }) => fileName);
  return errorResponse('AttachmentIncomplete', serverMessage('ATTACHMENT_FILES_MISSING'), {
    missing: names,
  });
}

export function deleteAttachment(call: CallOf<typeof routes.deleteAttachment>) {
  return changeAttachment(call, deletedBy(call.principal), async () => ({}));
}

/**
 * Updates the attachment of a call after checking its version. `columnsFor` returns further columns
 * to set, or an error that prevents the change.
 */
async function changeAttachment(
  call: Pick<
    CallOf<typeof routes.deleteAttachment>,
    'db' | 'params' | 'principal' | 'version' | 'addAuditSubject'
  >,
  set: object,
  columnsFor: (
    row: AttachmentRow,
  ) => Promise<ErrorResponse | { readonly uploadStatus?: UploadStatus }>,
) {
  const { db, params, principal, version, addAuditSubject } = call;
  const { organizationId } = principal;
  const row = await attachments(db, organizationId)
    .where('id', '=', params.id)
    .forUpdate('patientAttachment')
    .executeTakeFirst();
  if (row === undefined) return NO_ATTACHMENT;
  addAuditSubject({ patientId: row.patientId });
  if (row.version !== version) return versionConflict(await withFiles(db, row));
  const columns = await columnsFor(row);
  if ('errorType' in columns) return columns;
  const changed = await db
    .updateTable('patientAttachment')
    .set({ ...set, ...columns })
    .where('organizationId', '=', organizationId)
    .where('id', '=', params.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return withFiles(db, changed);
}
