import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { MAX_SCAN_FILE_BYTES, serverMessage } from '#contracts';
import type { Database, ScanFileRow } from '../../database/schema.ts';
import type { Call } from '../../http/call.ts';
import { ErrorResponse, errorResponse, notFound } from '../../http/error-response.ts';
import { actorIdOf } from '../../http/principal.ts';
import type { FileStore, StoredBytes } from '../../store/index.ts';
import { canAccessScan } from '../rows/can-access-scan.ts';
import { rejectIfContentSigned } from '../rows/reject-if-content-signed.ts';
import { categoryFolder, scanFileById } from '../rows/scan-file-rows.ts';
import type { FileChanger } from '../scan-files/file-changer.ts';
import { assignContent } from './assign-content.ts';
import { formFile } from './form-file.ts';
import { storeError } from './problem-response.ts';
import type { TransferGate } from './transfer-gate.ts';

const SHA256 = /^[0-9a-f]{64}$/;

type ContentCall = Call<{ id: string }, unknown, unknown>;

/**
 * Receives the bytes of a registered file. Responds only when bytes and row are durable. For a file
 * that already has bytes, accepts the same bytes and rejects others.
 */
export async function receiveContent(
  call: ContentCall,
  store: FileStore,
  gate: TransferGate,
  changeFiles: FileChanger,
): Promise<ScanFileRow | ErrorResponse> {
  const declaredSha256 = parseDeclaredSha256(call.request);
  if (declaredSha256 instanceof ErrorResponse) return declaredSha256;
  const row = await findFile(call);
  if (row === null) return notFound('FILE_NOT_FOUND');
  // Checked again in the transaction that assigns the bytes.
  const signedError = await rejectIfContentSigned(call.db, call.principal, row);
  if (signedError !== null) return signedError;
  const slot = gate.enter(call.principal, 0);
  if (slot instanceof ErrorResponse) return slot;
  try {
    return await receive(call, store, row, declaredSha256, changeFiles);
  } finally {
    slot.dispose();
  }
}

async function receive(
  call: ContentCall,
  store: FileStore,
  row: ScanFileRow,
  declaredSha256: string | null,
  changeFiles: FileChanger,
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
    maxBytes: MAX_SCAN_FILE_BYTES,
  });
  if (!put.ok) return storeError(put.problem);
  return commitContent(call, store, row, put.value, changeFiles);
}

/** Returns lower-case hex; null when the sender declared no checksum. */
function parseDeclaredSha256(request: FastifyRequest): string | null | ErrorResponse {
  const header = request.headers['x-checksum-sha256'];
  if (header === undefined || header === '') return null;
  const text = String(header).trim().toLowerCase();
  return SHA256.test(text)
    ? text
    : errorResponse('BadRequest', serverMessage('CHECKSUM_HEADER_INVALID'));
}

async function findFile(call: ContentCall): Promise<ScanFileRow | null> {
  const { db, principal, params } = call;
  const row = await scanFileById(db, principal.organizationId, params.id);
  return row !== null && (await canAccessScan(db, principal, row.scanId)) ? row : null;
}

async function commitContent(
  call: ContentCall,
  store: FileStore,
  row: ScanFileRow,
  stored: StoredBytes,
  changeFiles: FileChanger,
): Promise<ScanFileRow | ErrorResponse> {
  // Keeps the bytes when the transaction throws, because the commit may have succeeded. The purge
  // removes the bytes if no row refers to them.
  const written = await call.transaction(async (db) => {
    const signedError = await rejectIfContentSigned(db, call.principal, row);
    if (signedError !== null) return signedError;
    return changeFiles(call, db, [row], async () => {
      const assigned = await assignContent(db, row, stored, actorIdOf(call.principal));
      return assigned ?? currentOrConflict(db, row, stored);
    });
  });
  // Removes the bytes if no row refers to them.
  if (written instanceof ErrorResponse || written.storagePath !== stored.key) {
    await store.remove(stored.key);
  }
  return written;
}

/**
 * Returns the file if another call has stored the same bytes in the meantime, otherwise an error.
 */
async function currentOrConflict(
  db: Kysely<Database>,
  row: ScanFileRow,
  stored: StoredBytes,
): Promise<ScanFileRow | ErrorResponse> {
  const current = await scanFileById(db, row.organizationId, row.id);
  if (current === null) return notFound('FILE_NOT_FOUND');
  return current.checksum === stored.sha256
    ? current
    : errorResponse('Conflict', serverMessage('FILE_HAS_OTHER_CONTENT'), {
        id: row.id,
      });
}
