import type { FastifyRequest } from 'fastify';
import { MAX_FILE_BYTES } from '#contracts';
import { actorIdOf } from '../../accounts/principal.ts';
import type { ScanFileRow } from '../../database/schema.ts';
import type { Call } from '../../http/call.ts';
import { notFound, Refusal, refuse } from '../../http/refusal.ts';
import type { FileStore, StoredBytes } from '../../store/index.ts';
import { categoryFolder, scanFileById } from '../rows/scan-file-rows.ts';
import { mayTouchScan } from '../rows/scan-of-device.ts';
import type { FollowFiles } from '../scan-files/follow-files.ts';
import { formFile } from './form-file.ts';
import { nameBytes } from './name-bytes.ts';
import { storeRefusal } from './problem-refusal.ts';
import type { TransferGate } from './transfer-gate.ts';

const SHA256 = /^[0-9a-f]{64}$/;

type ContentCall = Call<{ id: string }, unknown, unknown>;

/**
 * Takes the bytes of an announced file. Answers only when bytes and row are durable. The same
 * bytes a second time are welcome and change nothing; other bytes are refused.
 */
export async function receiveContent(
  call: ContentCall,
  store: FileStore,
  gate: TransferGate,
  follow: FollowFiles,
): Promise<ScanFileRow | Refusal> {
  const announced = announcedSha256(call.request);
  if (announced instanceof Refusal) return announced;
  const row = await rowOf(call);
  if (row === null) return notFound('The file');
  const place = gate.enter(call.principal, 0);
  if (place instanceof Refusal) return place;
  try {
    return await receive(call, store, row, announced, follow);
  } finally {
    place.dispose();
  }
}

async function receive(
  call: ContentCall,
  store: FileStore,
  row: ScanFileRow,
  announced: string | null,
  follow: FollowFiles,
): Promise<ScanFileRow | Refusal> {
  const form = await formFile(call.request);
  if (form instanceof Refusal) return form;
  const isDamaged = row.quarantinedAt !== null;
  if (row.checksum !== null && row.checksum === announced && !isDamaged) {
    form.bytes.resume();
    return row;
  }
  const put = await store.put(form.bytes, {
    category: categoryFolder(row.fileCategory),
    encoding: row.encoding,
    encryption: row.encryption,
    // Damaged bytes are made good by a copy of the same ones, and by nothing else.
    expectedSha256: (isDamaged ? row.checksum : announced) ?? undefined,
    maxBytes: MAX_FILE_BYTES,
  });
  if (!put.ok) return storeRefusal(put.problem);
  return keep(call, store, row, put.value, follow);
}

/** Lower-case hex, null when the sender announced nothing. */
function announcedSha256(request: FastifyRequest): string | null | Refusal {
  const header = request.headers['x-checksum-sha256'];
  if (header === undefined || header === '') return null;
  const text = String(header).trim().toLowerCase();
  return SHA256.test(text)
    ? text
    : refuse('BadRequest', 'x-checksum-sha256 holds 64 hexadecimal digits');
}

async function rowOf(call: ContentCall): Promise<ScanFileRow | null> {
  const { db, principal, params } = call;
  const row = await scanFileById(db, principal.organizationId, params.id);
  return row !== null && (await mayTouchScan(db, principal, row.scanId)) ? row : null;
}

async function keep(
  call: ContentCall,
  store: FileStore,
  row: ScanFileRow,
  stored: StoredBytes,
  follow: FollowFiles,
): Promise<ScanFileRow | Refusal> {
  // A commit whose answer is lost may still have happened. Then the bytes must stay: the sweep
  // takes them if no row names them after all.
  const written = await call.transaction((db) =>
    follow(call, db, [row], () => nameBytes(db, row, stored, actorIdOf(call.principal))),
  );
  if (written !== undefined) return written;
  await store.remove(stored.key);
  return sameOrConflict(call, row, stored);
}

async function sameOrConflict(
  call: ContentCall,
  row: ScanFileRow,
  stored: StoredBytes,
): Promise<ScanFileRow | Refusal> {
  const first = await scanFileById(call.db, row.organizationId, row.id);
  if (first === null) return notFound('The file');
  return first.checksum === stored.sha256
    ? first
    : refuse('Conflict', 'The file has other bytes already; announce a new file', { id: row.id });
}
