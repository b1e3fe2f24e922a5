import type { Kysely, Selectable } from 'kysely';
import type { Attachment } from '#contracts';
import type { Database } from '../../database/schema.ts';
import type {
  PatientAttachmentFileTable,
  PatientAttachmentTable,
} from '../../database/tables/operations.ts';
import { storedOf } from '../../records/shared/stored.ts';
import type { StoredReference } from '../../store/index.ts';

export type AttachmentRow = Selectable<PatientAttachmentTable>;
export type AttachmentFileRow = Selectable<PatientAttachmentFileTable>;

/** Selects attachments that are not deleted, of patients that are not deleted. */
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

/** Returns the registered files of attachments in order of registration. */
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

/** Returns the path of the routes that receive and send a file. */
export function filePath(attachmentId: string, name: string): string {
  return `/api/patientattachments/${attachmentId}/files/${encodeURIComponent(name)}`;
}

export function toAttachment(row: AttachmentRow, files: readonly AttachmentFileRow[]): Attachment {
  const ownFiles = files.filter((file) => file.attachmentId === row.id);
  return {
    ...storedOf(row),
    patientId: row.patientId,
    documentDate: row.documentDate,
    lateralityCode: row.lateralityCode,
    patientAttachmentTypeCode: row.patientAttachmentTypeCode,
    uploadStatus: row.uploadStatus,
    filesInfo: ownFiles.map(({ fileName, ...file }) => ({ ...file, name: fileName })),
    uploadUrls: ownFiles.filter(isContentMissing).map(({ fileName, storagePath }) => ({
      fileName,
      storagePath,
      url: filePath(row.id, fileName),
    })),
  };
}

/** Returns whether the bytes of a file are not stored yet or are damaged. */
export function isContentMissing(
  file: Pick<AttachmentFileRow, 'storagePath' | 'quarantinedAt'>,
): boolean {
  return file.storagePath === null || file.quarantinedAt !== null;
}

/** Returns the storage key and expected content of a file; null when no bytes are stored. */
export function referenceOf(file: AttachmentFileRow): StoredReference | null {
  const { storagePath: key, byteLength, checksum: sha256, encryption, encryptionKeyId } = file;
  if (key === null || byteLength === null) return null;
  return { key, byteLength, sha256, encoding: 'NONE', encryption, encryptionKeyId };
}

/** Converts an attachment with its registered files. */
export async function withFiles(db: Kysely<Database>, row: AttachmentRow): Promise<Attachment> {
  return toAttachment(row, await filesOf(db, row.organizationId, [row.id]));
}
