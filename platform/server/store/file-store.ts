import type { Readable } from 'node:stream';
import type { Encryption, FileEncoding } from '#contracts';
import type { Result } from '#foundation';

/** Result of storing bytes durably. */
export interface StoredBytes {
  /** Opaque name of the bytes in the store, never derived from client input. */
  readonly key: string;
  /** Length of the plain bytes, independent of the stored encoding. */
  readonly byteLength: number;
  /** SHA-256 of the plain bytes in lower-case hex. */
  readonly sha256: string;
  readonly encryption: Encryption;
  /** Fingerprint of the key; null for unencrypted bytes. */
  readonly encryptionKeyId: string | null;
}

/** How bytes are stored and what is expected of them. */
export interface PutOptions {
  /** Folder for this kind of file; lower-case words and dashes. */
  readonly category: string;
  /** UUID by which `discardPut` finds the remains of an interrupted put; by default a new one. */
  readonly id?: string | undefined;
  /** Stored encoding. Readers always get plain bytes. */
  readonly encoding: FileEncoding;
  /**
   * Undefined means no encryption. A caller that requests encryption must store `encryption` and
   * `encryptionKeyId` of the result, because they are needed for reading.
   */
  readonly encryption?: Encryption | undefined;
  /** Expected SHA-256 in lower-case hex; other bytes are rejected. */
  readonly expectedSha256?: string | undefined;
  /** Maximum plain bytes; more are rejected. */
  readonly maxBytes?: number | undefined;
}

/** Columns of a row that identify its bytes and are checked when reading. */
export interface StoredReference {
  readonly key: string;
  readonly byteLength: number;
  readonly sha256: string;
  readonly encoding: FileEncoding;
  readonly encryption?: Encryption | undefined;
  readonly encryptionKeyId?: string | null | undefined;
}

/** First and last plain byte, both inclusive. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Stores file contents. A successful `put` survives a power cut; a failed `put` leaves nothing.
 * Bytes are returned only after their checksum was compared.
 */
export interface FileStore {
  /** Encryption of new files by the site configuration: AES256 or NONE. */
  readonly encryptionOfNewFiles: Encryption;
  /** Bytes of uploads in progress. */
  readonly uploads: UploadSpace;
  /**
   * @returns `CHECKSUM_MISMATCH`, `TOO_LARGE`, `STORAGE_FULL`, `UPLOAD_BROKEN`, `STORAGE_FAILED`,
   * `ENCRYPTION_UNAVAILABLE`
   */
  put(
    source: Readable | AsyncIterable<Uint8Array> | Uint8Array,
    options: PutOptions,
  ): Promise<Result<StoredBytes>>;
  /**
   * Reads all plain bytes.
   * @returns `FILE_MISSING`, `FILE_CORRUPT`, `ENCRYPTION_KEY_MISSING` or `STORAGE_FAILED`
   */
  read(reference: StoredReference): Promise<Result<Uint8Array>>;
  /** Streams plain bytes of a range, after checking the whole file. */
  stream(reference: StoredReference, range?: ByteRange): Promise<Result<Readable>>;
  /** Reads and checks every byte, regardless of earlier results; returns the problems of `read`. */
  verify(reference: StoredReference): Promise<Result<void>>;
  /** Returns stored size and time, or null when there are no bytes. */
  stat(
    key: string,
  ): Promise<{ readonly storedLength: number; readonly modifiedAtMs: number } | null>;
  /** Removes the bytes; does nothing for a key without bytes. */
  remove(key: string): Promise<void>;
  /**
   * Removes the bytes of a put with this id, and what an interrupted one has left. A put of another
   * process that still runs fails.
   */
  discardPut(put: Required<Pick<PutOptions, 'category' | 'id'>>): Promise<void>;
  /** Lists every key, for the purge of files without a row. */
  keys(): AsyncIterable<string>;
  /**
   * Removes the remains of interrupted puts that are older than `minAgeMs`; returns their number.
   */
  purgeTemporary(minAgeMs: number): Promise<number>;
}

/**
 * Received bytes of uploads, by upload id. They survive a server crash; a power cut may truncate
 * them, which `received` then reports. Readers never see them.
 */
export interface UploadSpace {
  /** Returns the number of received bytes. */
  received(id: string): Promise<number>;
  /**
   * Appends bytes. The caller ensures that `offset` equals `received` and that appends are not
   * concurrent. A failure keeps the earlier bytes.
   * @returns `STORAGE_FULL` or `STORAGE_FAILED`
   */
  append(id: string, offset: number, chunks: readonly Uint8Array[]): Promise<Result<void>>;
  /**
   * Turns the bytes into a stored file, with the guarantees of `put`. Keeps the staged bytes until
   * `discard`, so that the upload can be repeated after a rolled-back commit.
   */
  finish(id: string, options: PutOptions): Promise<Result<StoredBytes>>;
  /** Removes the received bytes of an id, if any. */
  discard(id: string): Promise<void>;
  /** Lists the ids with received bytes and the time of the last append, for the purge. */
  list(): AsyncIterable<{ readonly id: string; readonly modifiedAtMs: number }>;
}
