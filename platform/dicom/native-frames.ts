import type { Result } from '#foundation';
import { fail, ok } from '#foundation';
import type { DataSet } from './data-set.ts';
import { blocksOf } from './data-set.ts';
import { damaged, truncatedPixels } from './dicom-problems.ts';
import type { ImageFormat } from './image-format.ts';
import { luma, lumaOfRgb } from './luma.ts';
import type { PaletteLuma } from './palette.ts';
import { paletteLuma } from './palette.ts';

/** Returns the luminance frames of uncompressed little-endian pixel data. */
export function nativeFrames(dataSet: DataSet, format: ImageFormat): Result<Uint8Array[]> {
  const frameBytes = format.rows * format.columns * bytesPerPixel(format);
  const expected = frameBytes * format.frameCount;
  const pixelData = blocksOf(dataSet, '7FE00010')[0] ?? new Uint8Array(0);
  if (pixelData.length < expected) {
    return fail(
      truncatedPixels(`The image needs ${expected} bytes, the file contains ${pixelData.length}.`),
    );
  }
  // A value of odd length is padded by one byte (PS3.5 8.1.1).
  if (pixelData.length > expected + (expected % 2)) {
    return fail(
      damaged(`The image needs ${expected} bytes, and the file contains ${pixelData.length}.`),
    );
  }
  const toLuma = frameReader(dataSet, format);
  if (!toLuma.ok) return toLuma;
  const starts = Array.from({ length: format.frameCount }, (_, index) => index * frameBytes);
  return ok(starts.map((start) => toLuma.value(pixelData.subarray(start, start + frameBytes))));
}

function bytesPerPixel({ photometric, bitsAllocated }: ImageFormat): number {
  switch (photometric) {
    case 'RGB':
    case 'YBR_FULL':
      return 3;
    case 'YBR_FULL_422':
      return 2;
    case 'MONOCHROME2':
    case 'PALETTE COLOR':
      return bitsAllocated / 8;
  }
}

/** Converts the stored bytes of one frame to luminance. */
type FrameReader = (frame: Uint8Array) => Uint8Array;

function frameReader(dataSet: DataSet, format: ImageFormat): Result<FrameReader> {
  const pixels = format.rows * format.columns;
  switch (format.photometric) {
    case 'MONOCHROME2':
      return ok((frame) => frame.slice());
    case 'RGB':
      return ok(format.isPlanar ? (frame) => lumaOfPlanes(frame, pixels) : lumaOfRgb);
    case 'YBR_FULL':
      return ok((frame) => (format.isPlanar ? frame.slice(0, pixels) : everyThird(frame)));
    case 'YBR_FULL_422':
      return ok(lumaOf422);
    case 'PALETTE COLOR': {
      const palette = paletteLuma(dataSet);
      if (!palette.ok) return palette;
      return ok((frame) => lumaByPalette(frame, palette.value, format.bitsAllocated));
    }
  }
}

function lumaOfPlanes(frame: Uint8Array, pixels: number): Uint8Array {
  return frame
    .slice(0, pixels)
    .map((red, at) => luma(red, frame[pixels + at] ?? 0, frame[2 * pixels + at] ?? 0));
}

/** Returns Y of interleaved Y, Cb, Cr. */
function everyThird(frame: Uint8Array): Uint8Array {
  return new Uint8Array(frame.length / 3).map((_, at) => frame[at * 3] ?? 0);
}

/** Returns the luminance of pixel pairs stored as Y Y Cb Cr (PS3.3 C.7.6.3.1.2). */
function lumaOf422(frame: Uint8Array): Uint8Array {
  return new Uint8Array(frame.length / 2).map((_, at) => frame[(at >> 1) * 4 + (at & 1)] ?? 0);
}

function lumaByPalette(frame: Uint8Array, palette: PaletteLuma, bits: 8 | 16): Uint8Array {
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
  const last = palette.luma.length - 1;
  return new Uint8Array(frame.length / (bits / 8)).map((_, at) => {
    const stored = bits === 8 ? view.getUint8(at) : view.getUint16(at * 2, true);
    return palette.luma[Math.min(last, Math.max(0, stored - palette.first))] ?? 0;
  });
}
