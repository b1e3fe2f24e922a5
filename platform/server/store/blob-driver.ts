import type { ByteRange } from './file-store.ts';

/** State of the bytes under a key. */
export interface BlobState {
  /** Stored size in bytes, after encoding and encryption. */
  readonly size: number;
  readonly modifiedAtMs: number;
  /** Changes whenever the bytes may have changed. */
  readonly fingerprint: string;
}

/**
 * Stores bytes under keys; `CheckedStore` adds checksums, encoding and encryption. Methods throw
 * errors with a system `code`: ENOENT for a missing key, ENOSPC for full storage.
 */
export interface BlobDriver {
  /**
   * Writes durably. Calls `approve` after all bytes are written; if `approve` or any step throws,
   * nothing becomes visible under the key and no bytes remain.
   * @param maxBytes upper limit of the bytes, by which a driver chooses its parts
   */
  write(
    key: string,
    source: AsyncIterable<Uint8Array>,
    approve: () => void,
    maxBytes?: number,
  ): Promise<void>;
  /** Removes the bytes that an interrupted write of a key has left. */
  removePartial(key: string): Promise<void>;
  read(key: string, range?: ByteRange): Promise<AsyncIterable<Uint8Array>>;
  stat(key: string): Promise<BlobState>;
  /**
   * Returns false when the whole storage is unavailable (unmounted disk, missing bucket). A missing
   * key then does not mean that its bytes are lost.
   */
  isAvailable(key: string): Promise<boolean>;
  remove(key: string): Promise<void>;
  keys(): AsyncIterable<string>;
  /** Removes the remains of interrupted writes older than `minAgeMs`; returns their number. */
  purgeTemporary(minAgeMs: number): Promise<number>;

  /** Returns the length of the staged bytes of an id; 0 when there are none. */
  stagedLength(id: string): Promise<number>;
  /**
   * Stages chunks of an upload one after the other from `offset`. Readers of keys never see staged
   * bytes.
   */
  stage(id: string, offset: number, chunks: readonly Uint8Array[]): Promise<void>;
  /** Reads all staged bytes of an id. */
  readStaged(id: string): Promise<AsyncIterable<Uint8Array>>;
  /** Returns the first `length` staged bytes of an id; fewer when fewer are staged. */
  stagedHead(id: string, length: number): Promise<Uint8Array>;
  /** Makes staged bytes durable and visible under a key without copying; false if not possible. */
  adopt(id: string, key: string): Promise<boolean>;
  /** Removes the staged bytes of an id, if any. */
  discard(id: string): Promise<void>;
  /** Lists the ids with staged bytes and the time of their last chunk. */
  staged(): AsyncIterable<{ readonly id: string; readonly modifiedAtMs: number }>;
}
