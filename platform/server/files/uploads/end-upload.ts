import { type routes, type ScanFile, serverMessage, type Upload } from '#contracts';
import { type Logger, messageOf } from '#foundation';
import type { ScanFileRow } from '../../database/schema.ts';
import type { CallOf } from '../../http/call.ts';
import { ErrorResponse, errorResponse, notFound } from '../../http/error-response.ts';
import { actorIdOf } from '../../http/principal.ts';
import type { FileStore, StoredBytes } from '../../store/index.ts';
import { assignContent } from '../content/assign-content.ts';
import { storeError } from '../content/problem-response.ts';
import { rejectIfContentSigned } from '../rows/reject-if-content-signed.ts';
import { categoryFolder, rowViewerOf, toScanFile } from '../rows/scan-file-rows.ts';
import { fileOf } from '../scan-files/change-scan-files.ts';
import type { FileChanger } from '../scan-files/file-changer.ts';
import { closedError, lockUpload, toUpload, type UploadRow, uploadById } from './upload-rows.ts';

type CommitCall = CallOf<typeof routes.commitUpload>;

interface UploadContent {
  readonly size: number;
  readonly sha256: string;
}

/**
 * Commits an upload: verifies the SHA-256 of the whole file, makes the bytes durable in the store,
 * then assigns them to the file row. A repeated commit returns the file. A rolled-back commit keeps
 * the received bytes for another attempt.
 */
export async function commitUpload(
  call: CommitCall,
  store: FileStore,
  log: Logger,
  changeFiles: FileChanger,
): Promise<ScanFile | ErrorResponse> {
  const { db, principal, params } = call;
  await lockUpload(db, params.id);
  const row = await uploadById(db, principal, params.id);
  if (row === null) return notFound('UPLOAD_NOT_FOUND');
  const file = await fileOf(db, principal, row.scanFileId);
  if (file === null) return notFound('FILE_NOT_FOUND');
  call.addAuditSubject({ scanFileId: file.id, scanId: file.scanId });
  if (row.state === 'COMMITTED') return toScanFile(file, rowViewerOf(principal));
  const closed = closedError(row);
  if (closed !== null) return closed;
  const signedError = await rejectIfContentSigned(db, principal, file);
  if (signedError !== null) return signedError;
  const content = contentOf(row, call.body);
  if (content instanceof ErrorResponse) return content;
  const offset = await store.uploads.received(row.id);
  if (offset !== content.size) {
    return errorResponse(
      'WrongOffset',
      serverMessage('UPLOAD_INCOMPLETE', { offset, size: content.size }),
      { offset },
    );
  }
  const finished = await store.uploads.finish(row.id, {
    category: categoryFolder(file.fileCategory),
    encoding: file.encoding,
    encryption: file.encryption,
    expectedSha256: content.sha256,
  });
  if (!finished.ok) {
    // Bytes that differ from the declared checksum are useless; the sender starts again at offset
    // 0.
    if (finished.problem.code === 'CHECKSUM_MISMATCH') await store.uploads.discard(row.id);
    return storeError(finished.problem);
  }
  const committed = await changeFiles(call, db, [file], () =>
    commitContent(call, row, file, finished.value),
  );
  // Removes the new copy if no row refers to it: after an error, or if the file already has these
  // bytes under another key.
  if (committed instanceof ErrorResponse || committed.storagePath !== finished.value.key) {
    await store.remove(finished.value.key);
  }
  if (committed instanceof ErrorResponse) return committed;
  call.afterCommit(() => discardLater(store, row.id, log));
  return toScanFile(committed, rowViewerOf(principal));
}

/** Returns size and checksum as declared at the start or in the commit; an error if they differ. */
function contentOf(row: UploadRow, declared: CommitCall['body']): UploadContent | ErrorResponse {
  const size = row.byteLength ?? declared.size;
  const sha256 = row.sha256 ?? declared.sha256;
  if (size === undefined || sha256 === undefined) {
    return errorResponse('BadRequest', serverMessage('UPLOAD_SIZE_REQUIRED'));
  }
  const same = (declared.size ?? size) === size && (declared.sha256 ?? sha256) === sha256;
  return same
    ? { size, sha256 }
    : errorResponse('Conflict', serverMessage('UPLOAD_DECLARED_OTHERWISE'));
}

async function commitContent(
  { db, principal }: CommitCall,
  upload: UploadRow,
  file: ScanFileRow,
  stored: StoredBytes,
): Promise<ScanFileRow | ErrorResponse> {
  const written = await assignContent(db, file, stored, actorIdOf(principal));
  const current = written ?? (await fileOf(db, principal, file.id));
  if (current?.checksum !== stored.sha256 || current.quarantinedAt !== null) {
    return errorResponse('Conflict', serverMessage('FILE_HAS_CONTENT'), {
      id: file.id,
    });
  }
  await db
    .updateTable('upload')
    .set({ state: 'COMMITTED', byteLength: stored.byteLength, sha256: stored.sha256 })
    .where('organizationId', '=', upload.organizationId)
    .where('id', '=', upload.id)
    .execute();
  return current;
}

/** Ends an upload without a file and discards its bytes; idempotent. */
export async function abandonUpload(
  call: CallOf<typeof routes.deleteUpload>,
  store: FileStore,
  log: Logger,
): Promise<Upload | ErrorResponse> {
  const { db, principal, params } = call;
  await lockUpload(db, params.id);
  const row = await uploadById(db, principal, params.id);
  if (row === null) return notFound('UPLOAD_NOT_FOUND');
  if (row.state === 'COMMITTED')
    return errorResponse('UploadClosed', serverMessage('UPLOAD_COMMITTED'));
  await db
    .updateTable('upload')
    .set({ state: 'GIVEN_UP' })
    .where('organizationId', '=', row.organizationId)
    .where('id', '=', row.id)
    .execute();
  call.afterCommit(() => discardLater(store, row.id, log));
  return toUpload({ ...row, state: 'GIVEN_UP' }, store);
}

/** Discards the bytes in the background; if that fails, the purge removes them later. */
function discardLater(store: FileStore, id: string, log: Logger): void {
  store.uploads.discard(id).catch((thrown: unknown) => {
    log.log('warn', 'Bytes of an upload were not removed', { id, reason: messageOf(thrown) });
  });
}
