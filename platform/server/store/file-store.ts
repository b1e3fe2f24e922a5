import type { Readable } from 'node:stream';
import type { FileEncoding } from '#contracts';
import type { Result } from '#foundation';

/** What the store knows of bytes that are durable. */
export interface StoredBytes {
  /** Opaque: the only name by which the bytes are found again. Never made from a client's words. */
  readonly key: string;
  /** Length of the plain bytes, whatever the encoding on the disk. */
  readonly byteLength: number;
  /** Lower-case hex SHA-256 of the plain bytes. */
  readonly sha256: string;
}

export interface PutOptions {
  /** A folder of its own for each kind of file; lower-case words and dashes. */
  readonly category: string;
  /** How the bytes lie on the disk. Readers always get the plain bytes. */
  readonly encoding: FileEncoding;
  /** Lower-case hex SHA-256 that the sender expects; other bytes are refused. */
  readonly expectedSha256?: string | undefined;
  /** More plain bytes than this are refused. */
  readonly maxBytes?: number | undefined;
}

/** What a row remembers of its bytes, and reading compares. */
export interface StoredReference extends StoredBytes {
  readonly encoding: FileEncoding;
}

/** First and last byte, both included, of the plain bytes. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Where the bytes of files live. A `put` that answers ok survives a power cut; one that fails
 * leaves nothing. Nothing is ever handed out whose checksum was not compared.
 */
export interface FileStore {
  /**
   * @returns `CHECKSUM_MISMATCH`, `TOO_LARGE`, `STORAGE_FULL`, `UPLOAD_BROKEN` or `STORAGE_FAILED`
   */
  put(source: Readable | Uint8Array, options: PutOptions): Promise<Result<StoredBytes>>;
  /** All plain bytes. @returns `FILE_MISSING`, `FILE_CORRUPT` or `STORAGE_FAILED` */
  read(reference: StoredReference): Promise<Result<Uint8Array>>;
  /** Plain bytes of a range as a stream; the whole file was checked before the first of them. */
  stream(reference: StoredReference, range?: ByteRange): Promise<Result<Readable>>;
  /** Bytes on the disk, or null where there are none. */
  stat(
    key: string,
  ): Promise<{ readonly storedLength: number; readonly modifiedAtMs: number } | null>;
  /** Removes the bytes; a key without bytes is no error. */
  remove(key: string): Promise<void>;
  /** Every key, for a scrub that compares store and rows. */
  keys(): AsyncIterable<string>;
  /** Removes what interrupted puts left behind, younger than `youngMs` excepted; returns how many. */
  sweepTemporary(youngMs: number): Promise<number>;
}
