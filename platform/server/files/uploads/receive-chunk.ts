import { createHash } from 'node:crypto';
import { finished, Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import type { FastifyRequest } from 'fastify';
import { MAX_CHUNK_BYTES, MAX_FILE_BYTES, type routes, type Upload } from '#contracts';
import type { CallOf } from '../../http/call.ts';
import { ErrorResponse, errorResponse, notFound } from '../../http/error-response.ts';
import type { FileStore } from '../../store/index.ts';
import { tooLargeProblem, writeProblem } from '../../store/store-problems.ts';
import { freeMemory } from '../content/free-memory.ts';
import { storeError } from '../content/problem-response.ts';
import type { TransferGate } from '../content/transfer-gate.ts';
import type { ChunkBuffers } from './chunk-buffers.ts';
import { closedError, lockUpload, toUpload, uploadById } from './upload-rows.ts';

type ChunkCall = CallOf<typeof routes.patchUpload>;

interface ChunkHeaders {
  readonly offset: number;
  /** Checksum of the chunk, updated as bytes arrive. */
  readonly check: ChunkCheck;
}

/** Limits of a process for chunks: concurrency and buffer memory. */
export interface ChunkBudget {
  readonly gate: TransferGate;
  readonly buffers: ChunkBuffers;
}

interface ChunkCheck {
  add(chunk: Uint8Array): void;
  isRight(): boolean;
}

/**
 * Appends the next chunk of an upload, in full or not at all. Receives and verifies the chunk
 * first, so that no lock is held for a slow sender and a damaged chunk has no effect.
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
  if (upload === null) return notFound('The upload');
  const closed = closedError(upload);
  if (closed !== null) return closed;
  const slot = gate.enter(principal, MAX_CHUNK_BYTES);
  if (slot instanceof ErrorResponse) return slot;
  const buffer = buffers.acquire();
  try {
    const chunk = await collect(request.body, headers.check, buffer.bytes);
    if (chunk instanceof ErrorResponse) return chunk;
    if (!headers.check.isRight()) {
      return errorResponse(
        'ChecksumMismatch',
        'The chunk arrived damaged and was not kept; send it again',
      );
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
  claimed: number,
  chunk: Uint8Array,
): Promise<Upload | ErrorResponse> {
  const { principal, params } = call;
  return call.transaction(async (db) => {
    await lockUpload(db, params.id);
    const row = await uploadById(db, principal, params.id);
    if (row === null) return notFound('The upload');
    const closed = closedError(row);
    if (closed !== null) return closed;
    const offset = await store.uploads.received(row.id);
    if (offset !== claimed) {
      return errorResponse('WrongOffset', `The next byte is number ${offset}`, { offset });
    }
    const maxBytes = row.byteLength ?? MAX_FILE_BYTES;
    if (offset + chunk.byteLength > maxBytes) {
      return errorResponse('TooLarge', 'These are more bytes than the upload announced', {
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
    return errorResponse(
      'BadRequest',
      'Send the bytes as they are: a Content-Encoding is not undone here',
    );
  }
  const offset = headers['upload-offset'];
  if (typeof offset !== 'string' || !/^\d{1,15}$/.test(offset)) {
    return errorResponse('BadRequest', 'The header upload-offset says where the bytes belong');
  }
  const check = checkOf(headers['x-checksum-sha256'], headers['x-checksum-crc32']);
  if (check === null) {
    return errorResponse(
      'BadRequest',
      'Send x-checksum-sha256 (64 hexadecimal digits) or x-checksum-crc32 (8) of the chunk',
    );
  }
  const length = Number(headers['content-length'] ?? MAX_CHUNK_BYTES);
  if (length > MAX_CHUNK_BYTES) return tooLarge();
  return { offset: Number(offset), check };
}

function checkOf(
  sha256: string | string[] | undefined,
  crc: string | string[] | undefined,
): ChunkCheck | null {
  if (typeof sha256 === 'string' && /^[0-9a-fA-F]{64}$/.test(sha256)) {
    const hash = createHash('sha256');
    return {
      add: (chunk) => void hash.update(chunk),
      isRight: () => hash.digest('hex') === sha256.toLowerCase(),
    };
  }
  if (typeof crc !== 'string' || !/^[0-9a-fA-F]{8}$/.test(crc)) return null;
  let value = 0;
  return {
    add(chunk) {
      value = crc32(chunk, value);
    },
    isRight: () => value === Number.parseInt(crc, 16),
  };
}

/** Uses events instead of async iteration, which is slow for the many small pieces of a chunk. */
function collect(
  body: unknown,
  check: ChunkCheck,
  target: Buffer,
): Promise<Uint8Array | ErrorResponse> {
  if (!(body instanceof Readable)) {
    return Promise.resolve(
      errorResponse('BadRequest', 'Send the bytes as application/octet-stream'),
    );
  }
  let length = 0;
  return new Promise((resolve) => {
    body.on('data', (chunk: Uint8Array) => {
      // Drains the excess bytes, so that the sender receives the error response.
      if (length + chunk.byteLength > target.byteLength) {
        length = Number.POSITIVE_INFINITY;
        resolve(tooLarge());
        return;
      }
      check.add(chunk);
      target.set(chunk, length);
      length += chunk.byteLength;
      // Frees each piece, because garbage collection of the pieces costs more than receiving them.
      // The parser has finished with a piece after the current turn of the event loop.
      setImmediate(freeMemory, chunk);
    });
    // Also fires when the sender disconnected before the listener was added.
    finished(body, (thrown) => {
      resolve(thrown ? storeError(writeProblem(thrown)) : target.subarray(0, length));
    });
  });
}

const tooLarge = (): ErrorResponse => {
  const { detail } = tooLargeProblem(MAX_CHUNK_BYTES);
  return errorResponse('TooLarge', `${detail} Send the file in smaller chunks`, {
    maxChunkBytes: MAX_CHUNK_BYTES,
  });
};
