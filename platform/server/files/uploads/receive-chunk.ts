import { createHash } from 'node:crypto';
import { finished, Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import type { FastifyRequest } from 'fastify';
import {
  MAX_CHUNK_BYTES,
  MAX_SCAN_FILE_BYTES,
  type routes,
  serverMessage,
  type Upload,
} from '#contracts';
import type { CallOf } from '../../http/call.ts';
import { ErrorResponse, errorResponse, notFound } from '../../http/error-response.ts';
import type { FileStore } from '../../store/index.ts';
import { writeProblem } from '../../store/store-problems.ts';
import { freeMemory } from '../content/free-memory.ts';
import { storeError } from '../content/problem-response.ts';
import type { TransferGate } from '../content/transfer-gate.ts';
import type { ChunkBuffers } from './chunk-buffers.ts';
import { closedError, lockUpload, toUpload, uploadById } from './upload-rows.ts';

type ChunkCall = CallOf<typeof routes.patchUpload>;

interface ChunkHeaders {
  /** Offset of the chunk in the file, in bytes. */
  readonly offset: number;
  readonly check: ChunkCheck;
}

/** Limits of a process for the chunks that arrive at the same time. */
export interface ChunkBudget {
  readonly gate: TransferGate;
  readonly buffers: ChunkBuffers;
}

/** Compares a chunk with the checksum in its headers. */
interface ChunkCheck {
  /** Adds the next bytes of the chunk. */
  add(bytes: Uint8Array): void;
  /** Returns whether the added bytes have the declared checksum; call once, at the end. */
  isMatch(): boolean;
}

/**
 * Appends the next chunk of an upload, in full or not at all. Receives and verifies the chunk
 * before it locks the upload, so that a slow sender holds no lock and a damaged chunk has no
 * effect.
 */
export async function receiveChunk(
  call: ChunkCall,
  store: FileStore,
  { gate, buffers }: ChunkBudget,
): Promise<Upload | ErrorResponse> {
  const { db, principal, params, request } = call;
  const headers = chunkHeaders(request);
  if (headers instanceof ErrorResponse) return headers;
  const upload = await uploadById(db, principal, params.id);
  if (upload === null) return notFound('UPLOAD_NOT_FOUND');
  const closed = closedError(upload);
  if (closed !== null) return closed;
  const slot = gate.enter(principal, MAX_CHUNK_BYTES);
  if (slot instanceof ErrorResponse) return slot;
  const buffer = buffers.acquire();
  try {
    const chunk = await collect(request.body, headers.check, buffer.bytes);
    if (chunk instanceof ErrorResponse) return chunk;
    if (!headers.check.isMatch()) {
      return errorResponse('ChecksumMismatch', serverMessage('CHUNK_DAMAGED'));
    }
    return await append(call, store, headers.offset, chunk);
  } finally {
    buffer.dispose();
    slot.dispose();
  }
}

function append(
  call: ChunkCall,
  store: FileStore,
  declaredOffset: number,
  chunk: Uint8Array,
): Promise<Upload | ErrorResponse> {
  const { principal, params } = call;
  return call.transaction(async (db) => {
    await lockUpload(db, params.id);
    const row = await uploadById(db, principal, params.id);
    if (row === null) return notFound('UPLOAD_NOT_FOUND');
    const closed = closedError(row);
    if (closed !== null) return closed;
    const offset = await store.uploads.received(row.id);
    if (offset !== declaredOffset) {
      return errorResponse('WrongOffset', serverMessage('CHUNK_OFFSET', { offset }), { offset });
    }
    const maxBytes = row.byteLength ?? MAX_SCAN_FILE_BYTES;
    if (offset + chunk.byteLength > maxBytes) {
      return errorResponse('TooLarge', serverMessage('CHUNK_PAST_END'), {
        size: maxBytes,
      });
    }
    const appended = await store.uploads.append(row.id, offset, [chunk]);
    return appended.ok ? toUpload(row, store) : storeError(appended.problem);
  });
}

function chunkHeaders({ headers }: FastifyRequest): ChunkHeaders | ErrorResponse {
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity') {
    return errorResponse('BadRequest', serverMessage('CHUNK_ENCODED'));
  }
  const offset = headers['upload-offset'];
  if (typeof offset !== 'string' || !/^\d{1,15}$/.test(offset)) {
    return errorResponse('BadRequest', serverMessage('CHUNK_OFFSET_REQUIRED'));
  }
  const check = checkOf(headers['x-checksum-sha256'], headers['x-checksum-crc32']);
  if (check === null) {
    return errorResponse('BadRequest', serverMessage('CHUNK_CHECKSUM_REQUIRED'));
  }
  const length = Number(headers['content-length'] ?? MAX_CHUNK_BYTES);
  if (length > MAX_CHUNK_BYTES) return tooLarge();
  return { offset: Number(offset), check };
}

/** Returns the check of a declared SHA-256 or CRC-32, both in hex; null when neither is valid. */
function checkOf(
  sha256: string | string[] | undefined,
  crc: string | string[] | undefined,
): ChunkCheck | null {
  if (typeof sha256 === 'string' && /^[0-9a-fA-F]{64}$/.test(sha256)) {
    const hash = createHash('sha256');
    return {
      add: (bytes) => void hash.update(bytes),
      isMatch: () => hash.digest('hex') === sha256.toLowerCase(),
    };
  }
  if (typeof crc !== 'string' || !/^[0-9a-fA-F]{8}$/.test(crc)) return null;
  let value = 0;
  return {
    add(bytes) {
      value = crc32(bytes, value);
    },
    isMatch: () => value === Number.parseInt(crc, 16),
  };
}

/**
 * Copies the body into `target` and returns the filled part; an error for a larger or broken body.
 * Uses events, because async iteration is slow for the many small pieces of a chunk.
 */
function collect(
  body: unknown,
  check: ChunkCheck,
  target: Buffer,
): Promise<Uint8Array | ErrorResponse> {
  if (!(body instanceof Readable)) {
    return Promise.resolve(errorResponse('BadRequest', serverMessage('CHUNK_CONTENT_TYPE')));
  }
  let length = 0;
  return new Promise((resolve) => {
    body.on('data', (piece: Uint8Array) => {
      // Continues to read without storing, so that the sender receives the error response.
      if (length + piece.byteLength > target.byteLength) {
        length = Number.POSITIVE_INFINITY;
        resolve(tooLarge());
        return;
      }
      check.add(piece);
      target.set(piece, length);
      length += piece.byteLength;
      // Frees each piece, because garbage collection of the pieces costs more than receiving them.
      // Waits for `setImmediate`, because the HTTP parser still uses the piece in this turn of the
      // event loop.
      setImmediate(freeMemory, piece);
    });
    // Also fires when the sender disconnected before the listener was added.
    finished(body, (thrown) => {
      resolve(thrown ? storeError(writeProblem(thrown)) : target.subarray(0, length));
    });
  });
}

const tooLarge = (): ErrorResponse => {
  const message = serverMessage('CHUNK_TOO_LARGE', { maxMiB: MAX_CHUNK_BYTES / 1024 / 1024 });
  return errorResponse('TooLarge', message, { maxChunkBytes: MAX_CHUNK_BYTES });
};
