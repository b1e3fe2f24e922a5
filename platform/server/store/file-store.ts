import type { Readable } from 'node:stream';
import type { Encryption, FileEncoding } from '#contracts';
import type { Result } from '#foundation';

/** What the store knows of bytes that are durable. */
export interface StoredBytes {
  /** Opaque: the only name by which the bytes are found again. Never made from a client's words. */
  readonly key: string;
  /** Length of the plain bytes, whatever the encoding on the disk. */
  readonly byteLength: number;
  /** Lower-case hex SHA-256 of the plain bytes. */
  readonly sha256: string;
  readonly encryption: Encryption;
  /** Fingerprint of the key; null for plain bytes. */
  readonly encryptionKeyId: string | null;
}

export interface PutOptions {
  /** A folder of its own for each kind of file; lower-case words and dashes. */
  readonly category: string;
  /** How the bytes lie on the disk. Readers always get the plain bytes. */
  readonly encoding: FileEncoding;
  /** Absent: none. Whoever asks for it must keep what `StoredBytes` says of it. */
  readonly encryption?: Encryption | undefined;
  /** Lower-case hex SHA-256 that the sender expects; other bytes are refused. */
  readonly expectedSha256?: string | undefined;
  /** More plain bytes than this are refused. */
  readonly maxBytes?: number | undefined;
}

/** What a row remembers of its bytes, and reading compares. */
export interface StoredReference {
  readonly key: string;
  readonly byteLength: number;
  readonly sha256: string;
  readonly encoding: FileEncoding;
  readonly encryption?: Encryption | undefined;
  readonly encryptionKeyId?: string | null | undefined;
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
  /** AES256 where the site encrypts its new files: what callers without a wish ask for. */
  readonly encryptionOfNewFiles: Encryption;
  /** Bytes of uploads that are under way. */
  readonly uploads: UploadSpace;
  /**
   * @returns `CHECKSUM_MISMATCH`, `TOO_LARGE`, `STORAGE_FULL`, `UPLOAD_BROKEN`, `STORAGE_FAILED`,
   * `ENCRYPTION_UNAVAILABLE`
   */
  put(
    source: Readable | AsyncIterable<Uint8Array> | Uint8Array,
    options: PutOptions,
  ): Promise<Result<StoredBytes>>;
  /** All plain bytes. @returns `FILE_MISSING`, `FILE_CORRUPT`, `ENCRYPTION_KEY_MISSING` or `STORAGE_FAILED` */
  read(reference: StoredReference): Promise<Result<Uint8Array>>;
  /** Plain bytes of a range as a stream; the whole file was checked before the first of them. */
  stream(reference: StoredReference, range?: ByteRange): Promise<Result<Readable>>;
  /** Reads and compares every byte, whatever was found before; the problems of `read`. */
  verify(reference: StoredReference): Promise<Result<void>>;
  /** Bytes on the disk, or null where there are none. */
  stat(
    key: string,
  ): Promise<{ readonly storedLength: number; readonly modifiedAtMs: number } | null>;
  /** Removes the bytes; a key without bytes is no error. */
  remove(key: string): Promise<void>;
  /** Every key, for a scrub that compares store and rows. */
  keys(): AsyncIterable<string>;
  /** Removes what interrupted puts left behind, younger than `youngMs` excepted; returns how many. */
  purgeTemporary(minAgeMs: number): Promise<number>;
}

/**
 * Bytes that came so far, by the id of their upload. They live through the death of the server; a
 * power cut may take the end of them, and then `received` says so. No reader ever sees them.
 */
export interface UploadSpace {
  /** How many bytes are there. */
  received(id: string): Promise<number>;
  /**
   * Adds bytes at the end. The caller sees to it that `offset` is what `received` says, and that no
   * one else appends meanwhile. A failure leaves what was there. @returns `STORAGE_FULL` or `STORAGE_FAILED`
   */
  append(id: string, offset: number, chunks: readonly Uint8Array[]): Promise<Result<void>>;
  /**
   * Makes a stored file of the bytes, as `put` does. They stay until `discard`, so that a commit
   * which is undone can be tried again.
   */
  finish(id: string, options: PutOptions): Promise<Result<StoredBytes>>;
  discard(id: string): Promise<void>;
  /** Ids with bytes and when the last came, for the sweep. */
  list(): AsyncIterable<{ readonly id: string; readonly modifiedAtMs: number }>;
}
