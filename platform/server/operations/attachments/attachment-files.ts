import { sql } from 'kysely';
import { type Attachment, MAX_ATTACHMENT_BYTES, type routes, serverMessage } from '#contracts';
import { asAttachment } from '../../files/content/content-disposition.ts';
import { formFile } from '../../files/content/form-file.ts';
import { storeError } from '../../files/content/problem-response.ts';
import { isDamage } from '../../files/rows/quarantine.ts';
import { ByteResponse } from '../../http/byte-response.ts';
import type { CallOf } from '../../http/call.ts';
import { ErrorResponse, errorResponse, notFound } from '../../http/error-response.ts';
import type { FileStore, StoredBytes } from '../../store/index.ts';
import {
  type AttachmentFileRow,
  attachmentById,
  isContentMissing,
  referenceOf,
  withFiles,
} from './attachment-rows.ts';
import { markAttachmentFile } from './scrub-attachments.ts';

const CATEGORY = 'attachments';
const NO_FILE = notFound('FILE_NOT_FOUND');

type PutCall = CallOf<typeof routes.putAttachmentFile>;
type FileCall = Pick<PutCall, 'db' | 'params' | 'principal' | 'addAuditSubject'>;

/** Returns the registered file that a call names; null when missing. */
async function fileOf(call: FileCall): Promise<AttachmentFileRow | null> {
  const { db, params, principal, addAuditSubject } = call;
  const { organizationId } = principal;
  const attachment = await attachmentById(db, organizationId, params.id);
  if (attachment === undefined) return null;
  addAuditSubject({ patientId: attachment.patientId });
  const file = await db
    .selectFrom('patientAttachmentFile')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('attachmentId', '=', params.id)
    .where('fileName', '=', params.name)
    .executeTakeFirst();
  return file ?? null;
}

/**
 * Stores the bytes of a registered file; rejects bytes that do not match the registered checksum.
 * Repeated uploads change nothing.
 */
export async function receiveAttachmentFile(
  call: PutCall,
  store: FileStore,
): Promise<Attachment | ErrorResponse> {
  const file = await fileOf(call);
  if (file === null) return NO_FILE;
  const form = await formFile(call.request);
  if (form instanceof ErrorResponse) return form;
  if (!isContentMissing(file)) {
    // The bytes are stored already, and only bytes with the registered checksum would be accepted.
    form.bytes.resume();
    return attachmentResponse(call);
  }
  const put = await store.put(form.bytes, {
    category: CATEGORY,
    encoding: 'NONE',
    encryption: store.encryptionOfNewFiles,
    expectedSha256: file.checksum,
    maxBytes: MAX_ATTACHMENT_BYTES,
  });
  if (!put.ok) return storeError(put.problem);
  return commitContent(call, store, file, put.value);
}

/** Writes the location of stored bytes into the file's row and removes the redundant bytes. */
async function commitContent(
  call: PutCall,
  store: FileStore,
  registered: AttachmentFileRow,
  stored: StoredBytes,
): Promise<Attachment | ErrorResponse> {
  const { params, principal } = call;
  // A commit whose response is lost may still have happened, so the bytes stay; the purge removes
  // unreferenced bytes.
  const written = await call.transaction((db) =>
    db
      .updateTable('patientAttachmentFile')
      .set({
        storagePath: stored.key,
        byteLength: stored.byteLength,
        encryption: stored.encryption,
        encryptionKeyId: stored.encryptionKeyId,
        quarantinedAt: null,
        quarantineReason: null,
        storedAt: sql<string>`clock_timestamp()`,
      })
      .where('organizationId', '=', principal.organizationId)
      .where('attachmentId', '=', params.id)
      .where('fileName', '=', params.name)
      // Replaces only the state read before (no bytes or damaged bytes), never a concurrent upload.
      .where('storagePath', 'is not distinct from', registered.storagePath)
      .returning('attachmentId')
      .executeTakeFirst(),
  );
  // Removes the bytes of this upload if a concurrent upload was first, else the damaged bytes that
  // this upload has replaced.
  const redundantKey = written === undefined ? stored.key : registered.storagePath;
  if (redundantKey !== null) await store.remove(redundantKey);
  return attachmentResponse(call);
}

async function attachmentResponse({
  db,
  params,
  principal,
}: PutCall): Promise<Attachment | ErrorResponse> {
  const row = await attachmentById(db, principal.organizationId, params.id);
  return row === undefined ? notFound('ATTACHMENT_NOT_FOUND') : withFiles(db, row);
}

/**
 * Sends the bytes as a download and never inline, because third-party content must not run in the
 * browser.
 */
export async function sendAttachmentFile(
  call: CallOf<typeof routes.downloadAttachmentFile>,
  store: FileStore,
): Promise<ByteResponse | ErrorResponse> {
  const file = await fileOf(call);
  if (file === null) return NO_FILE;
  const reference = referenceOf(file);
  if (reference === null)
    return errorResponse('AttachmentIncomplete', serverMessage('ATTACHMENT_FILE_MISSING'));
  const stream = await store.stream(reference);
  if (!stream.ok) {
    // Marks the damage, because only a file marked as damaged can be uploaded again.
    if (isDamage(stream.problem)) await markAttachmentFile(call.db, file, stream.problem);
    return storeError(stream.problem);
  }
  return new ByteResponse(stream.value, {
    'content-type': 'application/octet-stream',
    'content-length': String(reference.byteLength),
    'content-disposition': asAttachment(file.fileName),
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-checksum-sha256': reference.sha256,
    'cache-control': 'private, no-store',
  });
}
