import type { routes, ScanFile, Upload } from '#contracts';
import { type Logger, messageOf } from '#foundation';
import { actorIdOf } from '../../accounts/principal.ts';
import type { ScanFileRow } from '../../database/schema.ts';
import type { CallOf } from '../../http/call.ts';
import { notFound, Refusal, refuse } from '../../http/refusal.ts';
import type { FileStore, StoredBytes } from '../../store/index.ts';
import { nameBytes } from '../content/name-bytes.ts';
import { storeRefusal } from '../content/problem-refusal.ts';
import { categoryFolder, shownTo, toScanFile } from '../rows/scan-file-rows.ts';
import { fileOf } from '../scan-files/change-scan-files.ts';
import type { FollowFiles } from '../scan-files/follow-files.ts';
import { closedRefusal, lockUpload, toUpload, type UploadRow, uploadById } from './upload-rows.ts';

type CommitCall = CallOf<typeof routes.commitUpload>;

interface Whole {
  readonly size: number;
  readonly sha256: string;
}

/**
 * Makes the file visible: SHA-256 of the whole, fsync, name, fsync of the folder, then the row's
 * COMMIT. A second commit finds the file. One that is undone leaves the bytes, to be tried again.
 */
export async function commitUpload(
  call: CommitCall,
  store: FileStore,
  log: Logger,
  follow: FollowFiles,
): Promise<ScanFile | Refusal> {
  const { db, principal, params } = call;
  await lockUpload(db, params.id);
  const row = await uploadById(db, principal, params.id);
  if (row === null) return notFound('The upload');
  const file = await fileOf(db, principal, row.scanFileId);
  if (file === null) return notFound('The file');
  call.about({ scanFileId: file.id, scanId: file.scanId });
  if (row.state === 'COMMITTED') return toScanFile(file, shownTo(principal));
  const closed = closedRefusal(row);
  if (closed !== null) return closed;
  const whole = wholeOf(row, call.body);
  if (whole instanceof Refusal) return whole;
  const offset = await store.uploads.received(row.id);
  if (offset !== whole.size) {
    return refuse('WrongOffset', `${offset} of ${whole.size} bytes are there`, { offset });
  }
  const finished = await store.uploads.finish(row.id, {
    category: categoryFolder(file.fileCategory),
    encoding: file.encoding,
    encryption: file.encryption,
    expectedSha256: whole.sha256,
  });
  if (!finished.ok) {
    // Bytes that are not the announced ones are of no use: the upload begins again.
    if (finished.problem.code === 'CHECKSUM_MISMATCH') await store.uploads.discard(row.id);
    return storeRefusal(finished.problem);
  }
  const kept = await follow(call, db, [file], () => keep(call, row, file, finished.value));
  // Refused, or of a file that has these bytes already: nothing will name the new ones.
  if (kept instanceof Refusal || kept.storagePath !== finished.value.key) {
    await store.remove(finished.value.key);
  }
  if (kept instanceof Refusal) return kept;
  call.afterCommit(() => discardLater(store, row.id, log));
  return toScanFile(kept, shownTo(principal));
}

function wholeOf(row: UploadRow, said: CommitCall['body']): Whole | Refusal {
  const size = row.byteLength ?? said.size;
  const sha256 = row.sha256 ?? said.sha256;
  if (size === undefined || sha256 === undefined) {
    return refuse('BadRequest', 'Say size and sha256 of the whole: the upload began without them');
  }
  const same = (said.size ?? size) === size && (said.sha256 ?? sha256) === sha256;
  return same ? { size, sha256 } : refuse('Conflict', 'The upload announced another whole');
}

async function keep(
  { db, principal }: CommitCall,
  upload: UploadRow,
  file: ScanFileRow,
  stored: StoredBytes,
): Promise<ScanFileRow | Refusal> {
  const written = await nameBytes(db, file, stored, actorIdOf(principal));
  const kept = written ?? (await fileOf(db, principal, file.id));
  if (kept?.checksum !== stored.sha256 || kept.quarantinedAt !== null) {
    return refuse('Conflict', 'The file has bytes already; announce a new file', { id: file.id });
  }
  await db
    .updateTable('upload')
    .set({ state: 'COMMITTED', byteLength: stored.byteLength, sha256: stored.sha256 })
    .where('organizationId', '=', upload.organizationId)
    .where('id', '=', upload.id)
    .execute();
  return kept;
}

/** Throws away what came; a second time changes nothing. */
export async function giveUpUpload(
  call: CallOf<typeof routes.deleteUpload>,
  store: FileStore,
  log: Logger,
): Promise<Upload | Refusal> {
  const { db, principal, params } = call;
  await lockUpload(db, params.id);
  const row = await uploadById(db, principal, params.id);
  if (row === null) return notFound('The upload');
  if (row.state === 'COMMITTED') return refuse('UploadClosed', 'This upload was committed');
  await db
    .updateTable('upload')
    .set({ state: 'GIVEN_UP' })
    .where('organizationId', '=', row.organizationId)
    .where('id', '=', row.id)
    .execute();
  call.afterCommit(() => discardLater(store, row.id, log));
  return toUpload({ ...row, state: 'GIVEN_UP' }, store);
}

/** What this does not reach, the sweep does. */
function discardLater(store: FileStore, id: string, log: Logger): void {
  store.uploads.discard(id).catch((thrown: unknown) => {
    log.log('warn', 'Bytes of an upload were not removed', { id, reason: messageOf(thrown) });
  });
}
