import type { FrameBytes } from '../model/segmentation/framed-lesion.ts';

/** Pixels count as square up to this ratio of their edges. */
const MAX_RATIO = 1.02;

/**
 * Returns the image with square pixels, as the model was trained: stretches the direction with the
 * longer pixel edge by linear interpolation.
 */
export function squarePixels(image: FrameBytes, acrossMm: number, downMm: number): FrameBytes {
  if (Math.max(acrossMm, downMm) / Math.min(acrossMm, downMm) <= MAX_RATIO) return image;
  const edgeMm = Math.min(acrossMm, downMm);
  const width = Math.round((image.width * acrossMm) / edgeMm);
  const height = Math.round((image.height * downMm) / edgeMm);
  const channels = image.bytes.length / (image.width * image.height);
  const bytes = new Uint8Array(width * height * channels);
  const columns = Array.from({ length: width }, (_, x) => between(x, width, image.width));
  for (let y = 0; y < height; y++) {
    const row = between(y, height, image.height);
    for (const [x, column] of columns.entries()) {
      for (let channel = 0; channel < channels; channel++) {
        const at = (px: number, py: number): number =>
          image.bytes[(py * image.width + px) * channels + channel] ?? 0;
        const upper = mix(at(column.low, row.low), at(column.high, row.low), column.share);
        const lower = mix(at(column.low, row.high), at(column.high, row.high), column.share);
        bytes[(y * width + x) * channels + channel] = Math.round(mix(upper, lower, row.share));
      }
    }
  }
  return { ...image, width, height, bytes };
}

const mix = (a: number, b: number, share: number): number => a + (b - a) * share;

/** Returns the source pixels around the centre of a target pixel, and the share of the second. */
function between(index: number, count: number, sourceCount: number) {
  const at = ((index + 0.5) * sourceCount) / count - 0.5;
  const clamped = Math.min(sourceCount - 1, Math.max(0, at));
  const low = Math.floor(clamped);
  return { low, high: Math.min(sourceCount - 1, low + 1), share: clamped - low };
}
