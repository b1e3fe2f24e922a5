import type { Clicks, PointPx } from './image-view.ts';
import { labelComponents } from './label-components.ts';

/** Limits of a mask in image pixels; `right` and `bottom` are exclusive. */
export interface BoxPx {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** A map of values per image pixel, rows from top to bottom. */
export interface PixelMap {
  readonly width: number;
  readonly height: number;
  readonly values: Float32Array;
}

/**
 * Returns the pixels at or above a threshold that belong to the component under the first click, or
 * to the largest one when the click is in none; 1 inside, 0 outside.
 */
export function lesionMask(probability: PixelMap, clicks: Clicks, threshold: number): Uint8Array {
  const above = Uint8Array.from(probability.values, (value) => (value >= threshold ? 1 : 0));
  const { labels, sizes } = labelComponents(above, probability.width);
  const clicked = labels[pixelIndex(probability, clicks.inside[0])] ?? 0;
  const chosen = clicked > 0 ? clicked : sizes.indexOf(Math.max(...sizes));
  const mask = above.map((_, index) => (chosen > 0 && labels[index] === chosen ? 1 : 0));
  return fillHoles(mask, probability.width);
}

/** Sets the pixels that are not connected to the outside of the image. */
function fillHoles(mask: Uint8Array, width: number): Uint8Array {
  const paddedWidth = width + 2;
  const background = new Uint8Array(paddedWidth * (mask.length / width + 2)).fill(1);
  const padded = (index: number): number =>
    (Math.floor(index / width) + 1) * paddedWidth + (index % width) + 1;
  for (const [index, value] of mask.entries()) background[padded(index)] = 1 - value;
  const { labels } = labelComponents(background, paddedWidth);
  return mask.map((_, index) => (labels[padded(index)] === labels[0] ? 0 : 1));
}

/** Index of the pixel that contains a point; points outside count to the nearest border pixel. */
export function pixelIndex(
  { width, height }: Pick<PixelMap, 'width' | 'height'>,
  { x, y }: PointPx,
): number {
  const column = Math.min(width - 1, Math.max(0, Math.floor(x)));
  const row = Math.min(height - 1, Math.max(0, Math.floor(y)));
  return row * width + column;
}

/** Limits of the pixels that are not 0; null for an empty mask. */
export function boxOf(mask: Uint8Array, width: number): BoxPx | null {
  let [left, top, right, bottom] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 0, 0];
  for (const [index, value] of mask.entries()) {
    if (value === 0) continue;
    const column = index % width;
    const row = Math.floor(index / width);
    left = Math.min(left, column);
    right = Math.max(right, column + 1);
    top = Math.min(top, row);
    bottom = Math.max(bottom, row + 1);
  }
  return right === 0 ? null : { left, top, right, bottom };
}
