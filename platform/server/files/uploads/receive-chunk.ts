import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import type { FastifyRequest } from 'fastify';
import { MAX_CHUNK_BYTES, MAX_FILE_BYTES, type routes, type Upload } from '#contracts';
import { ProblemError } from '#foundation';
import type { CallOf } from '../../http/call.ts';
import { notFound, Refusal, refuse } from '../../http/refusal.ts';
import type { FileStore } from '../../store/index.ts';
import { tooLargeProblem, writeProblem } from '../../store/store-problems.ts';
import { storeRefusal } from '../problem-refusal.ts';
import type { TransferGate } from '../transfer-gate.ts';
import { closedRefusal, lockUpload, toUpload, uploadById } from './upload-rows.ts';

type ChunkCall = CallOf<typeof routes.patchUpload>;

interface ChunkHeaders {
  readonly offset: number;
  /** Takes the bytes as they come, and says at the end whether they are right. */
  readonly check: ChunkCheck;
  /** Bytes to come, if the sender said so; else the most. */
  readonly atMost: number;
}

interface ChunkCheck {
  add(piece: Uint8Array): void;
  isRight(): boolean;
}

/**
 * Takes the next bytes of an upload: all of a chunk or nothing. They are read and compared first,
 * so that no lock is held while a slow sender sends, and a chunk that arrived wrong leaves no trace.
 */
export async function receiveChunk(
  call: ChunkCall,
  store: FileStore,
  gate: TransferGate,
): Promise<Upload | Refusal> {
  const { db, principal, params, request } = call;
  const headers = chunkHeaders(request);
  if (headers instanceof Refusal) return headers;
  const seen = await uploadById(db, principal, params.id);
  if (seen === null) return notFound('The upload');
  const closed = closedRefusal(seen);
  if (closed !== null) return closed;
  const place = gate.enter(principal, headers.atMost);
  if (place instanceof Refusal) return place;
  try {
    const pieces = await collect(request.body, headers.check);
    if (pieces instanceof Refusal) return pieces;
    if (!headers.check.isRight()) {
      return refuse(
        'ChecksumMismatch',
        'The chunk arrived damaged and was not kept; send it again',
      );
    }
    return await append(call, store, headers.offset, pieces);
  } finally {
    place.dispose();
  }
}

function append(
  call: ChunkCall,
  store: FileStore,
  claimed: number,
  pieces: readonly Uint8Array[],
): Promise<Upload | Refusal> {
  const { principal, params } = call;
  return call.transaction(async (db) => {
    await lockUpload(db, params.id);
    const row = await uploadById(db, principal, params.id);
    if (row === null) return notFound('The upload');
    const closed = closedRefusal(row);
    if (closed !== null) return closed;
    const offset = await store.uploads.received(row.id);
    if (offset !== claimed) {
      return refuse('WrongOffset', `The next byte is number ${offset}`, { offset });
    }
    const most = row.byteLength ?? MAX_FILE_BYTES;
    if (offset + lengthOf(pieces) > most) {
      return refuse('TooLarge', 'These are more bytes than the upload announced', { size: most });
    }
    const appended = await store.uploads.append(row.id, offset, pieces);
    return appended.ok ? toUpload(row, store) : storeRefusal(appended.problem);
  });
}

function chunkHeaders({ headers }: FastifyRequest): ChunkHeaders | Refusal {
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity') {
    return refuse(
      'BadRequest',
      'Send the bytes as they are: a Content-Encoding is not undone here',
    );
  }
  const offset = headers['upload-offset'];
  if (typeof offset !== 'string' || !/^\d{1,15}$/.test(offset)) {
    return refuse('BadRequest', 'The header upload-offset says where the bytes belong');
  }
  const check = checkOf(headers['x-checksum-sha256'], headers['x-checksum-crc32']);
  if (check === null) {
    return refuse(
      'BadRequest',
      'Send x-checksum-sha256 (64 hexadecimal digits) or x-checksum-crc32 (8) of the chunk',
    );
  }
  const length = Number(headers['content-length'] ?? MAX_CHUNK_BYTES);
  if (length > MAX_CHUNK_BYTES) return tooLarge();
  return { offset: Number(offset), check, atMost: length };
}

function checkOf(
  sha256: string | string[] | undefined,
  crc: string | string[] | undefined,
): ChunkCheck | null {
  if (typeof sha256 === 'string' && /^[0-9a-fA-F]{64}$/.test(sha256)) {
    const hash = createHash('sha256');
    return {
      add: (piece) => void hash.update(piece),
      isRight: () => hash.digest('hex') === sha256.toLowerCase(),
    };
  }
  if (typeof crc !== 'string' || !/^[0-9a-fA-F]{8}$/.test(crc)) return null;
  let value = 0;
  return {
    add(piece) {
      value = crc32(piece, value);
    },
    isRight: () => value === Number.parseInt(crc, 16),
  };
}

async function collect(body: unknown, check: ChunkCheck): Promise<Uint8Array[] | Refusal> {
  if (!(body instanceof Readable)) {
    return refuse('BadRequest', 'Send the bytes as application/octet-stream');
  }
  const pieces: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const piece of body as AsyncIterable<Uint8Array>) {
      length += piece.byteLength;
      if (length > MAX_CHUNK_BYTES) return tooLarge();
      check.add(piece);
      pieces.push(piece);
    }
    return pieces;
  } catch (thrown) {
    return storeRefusal(thrown instanceof ProblemError ? thrown.problem : writeProblem(thrown));
  }
}

const tooLarge = (): Refusal => {
  const { detail } = tooLargeProblem(MAX_CHUNK_BYTES);
  return refuse('TooLarge', `${detail} Send the file in smaller chunks`, {
    maxChunkBytes: MAX_CHUNK_BYTES,
  });
};

const lengthOf = (pieces: readonly Uint8Array[]): number =>
  pieces.reduce((sum, piece) => sum + piece.byteLength, 0);
