import type { ByteRange } from './file-store.ts';

export interface BlobState {
  /** Bytes as they lie there, encoded and encrypted. */
  readonly size: number;
  readonly modifiedAtMs: number;
  /** Changes whenever the bytes may have changed. */
  readonly fingerprint: string;
}

/**
 * Bytes under keys, and no more: what they mean, their checksums and their encryption is the
 * business of the store above. Failures are thrown as system errors; `code` is ENOENT where
 * nothing is there and ENOSPC where there is no room.
 */
export interface BlobDriver {
  /**
   * Writes durably. `approve` is called when all bytes are written; if it or anything else throws,
   * nothing is visible under the key and nothing stays.
   */
  write(key: string, source: AsyncIterable<Uint8Array>, approve: () => void): Promise<void>;
  read(key: string, range?: ByteRange): Promise<AsyncIterable<Uint8Array>>;
  stat(key: string): Promise<BlobState>;
  /**
   * False where not one file is gone but the place of all: a disk that is not mounted, a bucket
   * that is not there. Nothing is said of the bytes then.
   */
  isAvailable(key: string): Promise<boolean>;
  remove(key: string): Promise<void>;
  keys(): AsyncIterable<string>;
  purgeTemporary(minAgeMs: number): Promise<number>;

  /** Length of the bytes that were staged under an id; 0 where there are none. */
  stagedLength(id: string): Promise<number>;
  stage(id: string, offset: number, chunks: readonly Uint8Array[]): Promise<void>;
  readStaged(id: string): Promise<AsyncIterable<Uint8Array>>;
  /** The first `length` bytes that were staged under an id; fewer where fewer are there. */
  stagedHead(id: string, length: number): Promise<Uint8Array>;
  /** Shows staged bytes under a key without copying them; false where the driver can't. */
  adopt(id: string, key: string): Promise<boolean>;
  discard(id: string): Promise<void>;
  staged(): AsyncIterable<{ readonly id: string; readonly modifiedAtMs: number }>;
}
