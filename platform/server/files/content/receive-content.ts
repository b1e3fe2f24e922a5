import type { FastifyRequest } from 'fastify';
import { MAX_FILE_BYTES } from '#contracts';
import type { ScanFileRow } from '../../database/schema.ts';
import type { Call } from '../../http/call.ts';
import { ErrorResponse, errorResponse, notFound } from '../../http/error-response.ts';
import { actorIdOf } from '../../http/principal.ts';
import type { FileStore, StoredBytes } from '../../store/index.ts';
import { categoryFolder, scanFileById } from '../rows/scan-file-rows.ts';
import { canAccessScan } from '../rows/scan-of-device.ts';
import type { FileSync } from '../scan-files/file-sync.ts';
import { assignContent } from './assign-content.ts';
import { formFile } from './form-file.ts';
import { storeError } from './problem-response.ts';
import type { TransferGate } from './transfer-gate.ts';

const SHA256 = /^[0-9a-f]{64}$/;

type ContentCall = Call<{ id: string }, unknown, unknown>;

/**
 * Receives the bytes of a registered file. Responds only when bytes and row are durable. Idempotent
 * for the same bytes; rejects different bytes.
 */
export async function receiveContent(
  call: ContentCall,
  store: FileStore,
  gate: TransferGate,
  fileSync: FileSync,
): Promise<ScanFileRow | ErrorResponse> {
  const declaredSha256 = parseDeclaredSha256(call.request);
  if (declaredSha256 instanceof ErrorResponse) return declaredSha256;
  const row = await rowOf(call);
  if (row === null) return notFound('The file');
  const slot = gate.enter(call.principal, 0);
  if (slot instanceof ErrorResponse) return slot;
  try {
    return await receive(call, store, row, declaredSha256, fileSync);
  } finally {
    slot.dispose();
  }
}

async function receive(
  call: ContentCall,
  store: FileStore,
  row: ScanFileRow,
  declaredSha256: string | null,
  fileSync: FileSync,
): Promise<ScanFileRow | ErrorResponse> {
  const form = await formFile(call.request);
  if (form instanceof ErrorResponse) return form;
  const isDamaged = row.quarantinedAt !== null;
  if (row.checksum !== null && row.checksum === declaredSha256 && !isDamaged) {
    form.bytes.resume();
    return row;
  }
  const put = await store.put(form.bytes, {
    category: categoryFolder(row.fileCategory),
    encoding: row.encoding,
    encryption: row.encryption,
    // Damaged bytes may be replaced only by an identical copy of the original.
    expectedSha256: (isDamaged ? row.checksum : declaredSha256) ?? undefined,
    maxBytes: MAX_FILE_BYTES,
  });
  if (!put.ok) return storeError(put.problem);
  return commitContent(call, store, row, put.value, fileSync);
}

/** Returns lower-case hex; null when the sender declared no checksum. */
function parseDeclaredSha256(request: FastifyRequest): string | null | ErrorResponse {
  const header = request.headers['x-checksum-sha256'];
  if (header === undefined || header === '') return null;
  const text = String(header).trim().toLowerCase();
  return SHA256.test(text)
    ? text
    : errorResponse('BadRequest', 'x-checksum-sha256 holds 64 hexadecimal digits');
}

async function rowOf(call: ContentCall): Promise<ScanFileRow | null> {
  const { db, principal, params } = call;
  const row = await scanFileById(db, principal.organizationId, params.id);
  return row !== null && (await canAccessScan(db, principal, row.scanId)) ? row : null;
}

async function commitContent(
  call: ContentCall,
  store: FileStore,
  row: ScanFileRow,
  stored: StoredBytes,
  fileSync: FileSync,
): Promise<ScanFileRow | ErrorResponse> {
  // An error may hide a successful commit, so the bytes stay; the purge removes them if no row
  // references them.
  const written = await call.transaction((db) =>
    fileSync(call, db, [row], () => assignContent(db, row, stored, actorIdOf(call.principal))),
  );
  if (written !== undefined) return written;
  await store.remove(stored.key);
  return sameOrConflict(call, row, stored);
}

async function sameOrConflict(
  call: ContentCall,
  row: ScanFileRow,
  stored: StoredBytes,
): Promise<ScanFileRow | ErrorResponse> {
  const first = await scanFileById(call.db, row.organizationId, row.id);
  if (first === null) return notFound('The file');
  return first.checksum === stored.sha256
    ? first
    : errorResponse('Conflict', 'The file has other bytes already; announce a new file', {
        id: row.id,
      });
}
