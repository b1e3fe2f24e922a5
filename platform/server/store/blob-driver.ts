import type { ByteRange } from './file-store.ts';

export interface BlobState {
  /** Stored size in bytes, after encoding and encryption. */
  readonly size: number;
  readonly modifiedAtMs: number;
  /** Changes whenever the bytes may have changed. */
  readonly fingerprint: string;
}

/**
 * Stores bytes under keys only; meaning, checksums and encryption are handled by `CheckedStore`.
 * Fails with system errors; `code` is ENOENT for a missing key and ENOSPC for a full disk.
 */
export interface BlobDriver {
  /**
   * Writes durably. Calls `approve` after all bytes are written; if `approve` or any step throws,
   * nothing becomes visible under the key and no bytes remain.
   */
  write(key: string, source: AsyncIterable<Uint8Array>, approve: () => void): Promise<void>;
  read(key: string, range?: ByteRange): Promise<AsyncIterable<Uint8Array>>;
  stat(key: string): Promise<BlobState>;
  /**
   * Returns false when the whole storage location is unavailable (unmounted disk, missing bucket),
   * which permits no conclusion about single files.
   */
  isAvailable(key: string): Promise<boolean>;
  remove(key: string): Promise<void>;
  keys(): AsyncIterable<string>;
  purgeTemporary(minAgeMs: number): Promise<number>;

  /** Returns the length of the staged bytes of an id; 0 when there are none. */
  stagedLength(id: string): Promise<number>;
  stage(id: string, offset: number, chunks: readonly Uint8Array[]): Promise<void>;
  readStaged(id: string): Promise<AsyncIterable<Uint8Array>>;
  /** Returns the first `length` staged bytes of an id; fewer when fewer are staged. */
  stagedHead(id: string, length: number): Promise<Uint8Array>;
  /** Publishes staged bytes under a key without copying; false when the driver cannot. */
  adopt(id: string, key: string): Promise<boolean>;
  discard(id: string): Promise<void>;
  staged(): AsyncIterable<{ readonly id: string; readonly modifiedAtMs: number }>;
}
