import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { ProblemError } from '#foundation';
import { concatChunks, rechunk } from './chunks.ts';
import type { ByteRange } from './file-store.ts';
import type { FileKey } from './key-ring.ts';
import { corruptProblem } from './store-problems.ts';

/**
 * Stored format: AES-256-GCM in chunks, so that a range is read without decrypting the rest.
 * Layout:
 * `'CFAES1' 0 0 | salt (32) | nonce base (8) | chunk | chunk | …`
 * A chunk has up to 64 KiB of plain bytes and a tag of 16 bytes. Each file has its own key, derived
 * from the site's key and the salt (HKDF-SHA-256), so that nonces (base and chunk number) never
 * repeat under one key. The tag also covers the file's key in the store, the chunk's number and a
 * last-chunk flag, which detects moved, exchanged and truncated chunks. An empty file has one empty
 * chunk. (After Google's Tink, AES-GCM-HKDF-STREAMING.)
 */
const MAGIC = Buffer.from('CFAES1\0\0', 'latin1');
const SALT_BYTES = 32;
const NONCE_BASE_BYTES = 8;
/** Length of the header before the first chunk. */
export const HEADER_BYTES = MAGIC.length + SALT_BYTES + NONCE_BASE_BYTES;
/** Plain bytes per chunk; only the last chunk has fewer. */
export const PLAIN_CHUNK_BYTES = 64 * 1024;
const TAG_BYTES = 16;
const STORED_CHUNK_BYTES = PLAIN_CHUNK_BYTES + TAG_BYTES;
const CIPHER = 'aes-256-gcm';

interface ChunkContext {
  readonly key: Buffer;
  readonly nonceBase: Buffer;
  /** Key of the file in the store. */
  readonly name: string;
}

function contextOf(fileKey: FileKey, header: Buffer, name: string): ChunkContext {
  const salt = header.subarray(MAGIC.length, MAGIC.length + SALT_BYTES);
  const key = Buffer.from(hkdfSync('sha256', fileKey.bytes, salt, 'clockface stored file', 32));
  return { key, nonceBase: header.subarray(MAGIC.length + SALT_BYTES), name };
}

function nonceOf({ nonceBase }: ChunkContext, index: number): Buffer {
  const nonce = Buffer.alloc(12);
  nonceBase.copy(nonce);
  nonce.writeUInt32BE(index, NONCE_BASE_BYTES);
  return nonce;
}

/**
 * Returns the data that the tag of a chunk authenticates besides its bytes: store key, chunk number
 * and last-chunk flag.
 */
function additionalData({ name }: ChunkContext, index: number, last: boolean): Buffer {
  const data = Buffer.alloc(5);
  data.writeUInt32BE(index);
  data.writeUInt8(last ? 1 : 0, 4);
  return Buffer.concat([Buffer.from(name), data]);
}

/** Encrypts plain bytes for storage under the key `name`. */
export async function* encrypt(
  source: AsyncIterable<Uint8Array>,
  fileKey: FileKey,
  name: string,
): AsyncGenerator<Uint8Array> {
  const header = Buffer.concat([MAGIC, randomBytes(SALT_BYTES + NONCE_BASE_BYTES)]);
  const context = contextOf(fileKey, header, name);
  yield header;
  const encryptChunk = (plain: Uint8Array, index: number, last: boolean): Uint8Array => {
    const cipher = createCipheriv(CIPHER, context.key, nonceOf(context, index));
    cipher.setAAD(additionalData(context, index, last));
    return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  };
  let previous: Uint8Array = new Uint8Array();
  let index = -1;
  // Encrypts each chunk when the next chunk arrives, because only then the last-chunk flag is
  // known.
  for await (const plain of rechunk(source, PLAIN_CHUNK_BYTES)) {
    if (index >= 0) yield encryptChunk(previous, index, false);
    previous = plain;
    index += 1;
  }
  yield encryptChunk(previous, Math.max(index, 0), true);
}

/** Source of encrypted bytes; `size` is their stored length. */
export interface StoredSource {
  readonly size: number;
  read(range: ByteRange): Promise<AsyncIterable<Uint8Array>>;
}

/**
 * Yields the plain bytes of a range, or of the whole file. Reads only the chunks of the range and
 * authenticates each chunk before yielding its bytes.
 * @throws ProblemError `FILE_CORRUPT`
 */
export async function* decrypt(
  source: StoredSource,
  fileKey: FileKey,
  name: string,
  range?: ByteRange,
): AsyncGenerator<Uint8Array> {
  const chunkCount = Math.ceil((source.size - HEADER_BYTES) / STORED_CHUNK_BYTES);
  if (chunkCount < 1) throw corrupt('It is shorter than its own header.');
  const header = await concatChunks(await source.read({ start: 0, end: HEADER_BYTES - 1 }));
  if (!header.subarray(0, MAGIC.length).equals(MAGIC)) throw corrupt('It is not encrypted.');
  const context = contextOf(fileKey, header, name);
  const first = range === undefined ? 0 : Math.floor(range.start / PLAIN_CHUNK_BYTES);
  const endIndex = range === undefined ? chunkCount - 1 : Math.floor(range.end / PLAIN_CHUNK_BYTES);
  const last = Math.min(endIndex, chunkCount - 1);
  if (first > last) return;
  const stored = await source.read({
    start: HEADER_BYTES + first * STORED_CHUNK_BYTES,
    end: Math.min(HEADER_BYTES + (last + 1) * STORED_CHUNK_BYTES, source.size) - 1,
  });
  let index = first;
  for await (const chunk of rechunk(stored, STORED_CHUNK_BYTES)) {
    const plain = decryptChunk(context, chunk, index, index === chunkCount - 1);
    const chunkStart = index * PLAIN_CHUNK_BYTES;
    index += 1;
    if (range === undefined) yield plain;
    else yield plain.subarray(Math.max(0, range.start - chunkStart), range.end + 1 - chunkStart);
  }
  if (index !== last + 1) throw corrupt('Its last chunks are missing.');
}

/** Decrypts and authenticates a chunk. */
function decryptChunk(
  context: ChunkContext,
  chunk: Uint8Array,
  index: number,
  last: boolean,
): Buffer {
  if (chunk.byteLength < TAG_BYTES) throw corrupt('Its last chunk is truncated.');
  const end = chunk.byteLength - TAG_BYTES;
  const decipher = createDecipheriv(CIPHER, context.key, nonceOf(context, index), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(additionalData(context, index, last));
  decipher.setAuthTag(chunk.subarray(end));
  try {
    return Buffer.concat([decipher.update(chunk.subarray(0, end)), decipher.final()]);
  } catch {
    throw corrupt(`Chunk ${index + 1} has an invalid authentication tag.`);
  }
}

const corrupt = (detail: string) => new ProblemError(corruptProblem(detail));
