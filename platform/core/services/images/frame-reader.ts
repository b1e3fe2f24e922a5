import { type Result, token } from '#foundation';

/** A stored raw frame or imported image, by its file or by its number in the scan. */
export type StoredFrame =
  | { readonly fileId: string }
  | { readonly scanId: string; readonly frameIdx: number };

/** Pixels of a raw frame or imported image, without brightness and contrast of the views. */
export interface OpenedFrame {
  readonly fileId: string;
  /** Size in pixels. */
  readonly width: number;
  readonly height: number;
  /** Bytes per pixel: 1 for grey levels 0..255, 4 for RGBA. */
  readonly channels: 1 | 4;
  /** Rows from top to bottom. Belongs to the caller. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /**
   * Range of the grey levels: 255 is 0 dB, 0 is minus this value, linear between. Null if the file
   * does not name the range, as imported images.
   */
  readonly dynamicRangeDb: number | null;
}

/** Opens raw frames and imported images of scans. */
export interface FrameReader {
  /**
   * Downloads and decodes an image: an 8-bit NRRD, PNG or JPEG. Fails as the download does, with
   * `FRAME_UNREADABLE` for other contents, and with `FRAME_MISSING` if the scan has no image of this
   * number.
   */
  open(frame: StoredFrame, signal?: AbortSignal): Promise<Result<OpenedFrame>>;
}

/** Provided by the extension `breast-planes`; name it under `requires` in the manifest. */
export const frameToken = token<FrameReader>('clockface.frames');
