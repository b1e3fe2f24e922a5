import type {
  GreyImage,
  PointPx,
} from '../../../extensions/ai-findings/segmentation2d/image-view.ts';
import {
  lesionMask,
  pixelIndex,
} from '../../../extensions/ai-findings/segmentation2d/lesion-mask.ts';

/** Radius of the mean filter relative to the longer side: 3 pixels of 320. */
const SMOOTHING = 3 / 320;

const STEPS = 16;
/** Larger regions have leaked out of the lesion. */
const MAX_SHARE = 0.4;

/**
 * Classical segmentation from a click in the twice smoothed image: connected pixels darker than a
 * threshold, with holes filled. Of the thresholds between click and mean of the image, the one with
 * the highest contrast across the border of the region is chosen.
 */
export function growRegion(image: GreyImage, click: PointPx): Uint8Array {
  const radius = Math.max(1, Math.round(SMOOTHING * Math.max(image.width, image.height)));
  const smooth = meanFilter(meanFilter(image, radius), radius);
  const { width, height, grey } = smooth;
  const seed = grey[pixelIndex(smooth, click)]!;
  const mean = grey.reduce((sum, value) => sum + value, 0) / grey.length;
  let best: { readonly mask: Uint8Array; readonly contrast: number } = {
    mask: new Uint8Array(width * height),
    contrast: 0,
  };
  for (let step = 1; step <= STEPS && seed < mean; step++) {
    const threshold = seed + ((mean - seed) * step) / STEPS;
    // The mask takes values from a threshold upwards, so dark pixels get high values.
    const darkness = { width, height, values: grey.map((value) => threshold - value) };
    const mask = lesionMask(darkness, { inside: [click], outside: [] }, 0);
    const area = mask.reduce((sum, value) => sum + value, 0);
    if (area > MAX_SHARE * mask.length) break;
    const contrast = borderContrast(mask, smooth);
    if (contrast > best.contrast) best = { mask, contrast };
  }
  return best.mask;
}

/** Mean difference of grey values between neighbours outside and inside a mask. */
function borderContrast(mask: Uint8Array, { width, grey }: GreyImage): number {
  let [sum, count] = [0, 0];
  const compare = (index: number, other: number): void => {
    if (mask[index] === mask[other]) return;
    const difference = grey[index]! - grey[other]!;
    sum += mask[index] === 0 ? difference : -difference;
    count++;
  };
  for (let index = 0; index < mask.length; index++) {
    if ((index + 1) % width !== 0) compare(index, index + 1);
    if (index + width < mask.length) compare(index, index + width);
  }
  return count === 0 ? 0 : sum / count;
}

/** Means of squares of (2 · radius + 1)² pixels, cut off at the border of the image. */
export function meanFilter({ width, height, grey }: GreyImage, radius: number): GreyImage {
  const alongRows = new Float32Array(width * height);
  const filtered = new Float32Array(width * height);
  const meanOf = (from: number, to: number, at: (index: number) => number): number => {
    let sum = 0;
    for (let index = from; index <= to; index++) sum += at(index);
    return sum / (to - from + 1);
  };
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const [from, to] = [Math.max(0, column - radius), Math.min(width - 1, column + radius)];
      alongRows[row * width + column] = meanOf(from, to, (x) => grey[row * width + x]!);
    }
  }
  for (let row = 0; row < height; row++) {
    const [from, to] = [Math.max(0, row - radius), Math.min(height - 1, row + radius)];
    for (let column = 0; column < width; column++) {
      filtered[row * width + column] = meanOf(from, to, (y) => alongRows[y * width + column]!);
    }
  }
  return { width, height, grey: filtered };
}
