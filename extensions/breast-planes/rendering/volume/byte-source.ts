import type { ScanFile } from '#contracts';
import type { Result } from '#foundation';

/** Byte offsets in a file. */
export interface ByteRange {
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
}

/** Reads stored files. `onBytes` receives the number of bytes that the call has read so far. */
export interface ByteSource {
  readAll(file: ScanFile, onBytes: (bytes: number) => void): Promise<Result<Uint8Array>>;
  /** Reads a range into `into`, which has the length of the range. The result value is unused. */
  readRange(
    file: ScanFile,
    range: ByteRange,
    into: Uint8Array<ArrayBuffer>,
    onBytes: (bytes: number) => void,
  ): Promise<Result<unknown>>;
}
