import type { Kysely, Selectable } from 'kysely';
import type { Attachment } from '#contracts';
import type { Database } from '../../database/schema.ts';
import type {
  PatientAttachmentFileTable,
  PatientAttachmentTable,
} from '../../database/tables/operations.ts';
import { storedOf } from '../../records/stored.ts';

export type AttachmentRow = Selectable<PatientAttachmentTable>;
export type AttachmentFileRow = Selectable<PatientAttachmentFileTable>;

/** Attachments that are not deleted, of patients that are not. */
export function attachments(db: Kysely<Database>, organizationId: string) {
  return db
    .selectFrom('patientAttachment')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('deletedAt', 'is', null)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('patient')
          .select('patient.id')
          .whereRef('patient.organizationId', '=', 'patientAttachment.organizationId')
          .whereRef('patient.id', '=', 'patientAttachment.patientId')
          .where('patient.deletedAt', 'is', null),
      ),
    );
}

export function attachmentById(db: Kysely<Database>, organizationId: string, id: string) {
  return attachments(db, organizationId).where('id', '=', id).executeTakeFirst();
}

/** The announced files of attachments, in the order in which they were announced. */
export function filesOf(
  db: Kysely<Database>,
  organizationId: string,
  attachmentIds: readonly string[],
): Promise<AttachmentFileRow[]> {
  if (attachmentIds.length === 0) return Promise.resolve([]);
  return db
    .selectFrom('patientAttachmentFile')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('attachmentId', 'in', attachmentIds)
    .orderBy('position')
    .execute();
}

export function fileAddress(attachmentId: string, name: string): string {
  return `/api/patientattachments/${attachmentId}/files/${encodeURIComponent(name)}`;
}

export function toAttachment(row: AttachmentRow, files: readonly AttachmentFileRow[]): Attachment {
  const own = files.filter((file) => file.attachmentId === row.id);
  return {
    ...storedOf(row),
    patientId: row.patientId,
    documentDate: row.documentDate,
    lateralityCode: row.lateralityCode,
    patientAttachmentTypeCode: row.patientAttachmentTypeCode,
    uploadStatus: row.uploadStatus,
    filesInfo: own.map(({ fileName, checksum, byteLength, storagePath, storedAt }) => ({
      ...{ name: fileName, checksum, byteLength, storagePath, storedAt },
    })),
    uploadUrls: own
      .filter(({ storagePath }) => storagePath === null)
      .map(({ fileName, storagePath }) => ({
        ...{ fileName, storagePath, url: fileAddress(row.id, fileName) },
      })),
  };
}

/** One attachment with its files. */
export async function withFiles(db: Kysely<Database>, row: AttachmentRow): Promise<Attachment> {
  return toAttachment(row, await filesOf(db, row.organizationId, [row.id]));
}
