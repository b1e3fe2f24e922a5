import type { PointPx } from './expected-view.ts';

/** Grey levels of an image, row by row. */
export interface GreyImage {
  readonly width: number;
  readonly height: number;
  readonly levels: Uint8Array;
}

/** A bright area of an image. */
export interface Blob extends PointPx {
  /** Highest level. */
  readonly level: number;
  readonly pixels: number;
  /** True if the area touches the edge of the image, where a part can be missing. */
  readonly cut: boolean;
}

/** Smaller areas are single pixels of rounding. */
const MIN_PIXELS = 6;

/**
 * Returns the connected areas brighter than `threshold`, each with its centre weighted by the
 * levels, in pixels from the top left corner of the image.
 */
export function findBlobs(image: GreyImage, threshold: number): readonly Blob[] {
  const { width, levels } = image;
  const seen = new Uint8Array(levels.length);
  const blobs: Blob[] = [];
  for (let start = 0; start < levels.length; start += 1) {
    if (seen[start] === 1 || (levels[start] ?? 0) <= threshold) continue;
    const area = connectedArea(image, threshold, start, seen);
    if (area.length >= MIN_PIXELS) blobs.push(blobOf(area, image, width));
  }
  return blobs;
}

/** Returns the indices of the bright pixels connected to `start`, and marks them as seen. */
function connectedArea(
  { width, height, levels }: GreyImage,
  threshold: number,
  start: number,
  seen: Uint8Array,
): readonly number[] {
  const area: number[] = [start];
  seen[start] = 1;
  for (let next = 0; next < area.length; next += 1) {
    const at = area[next] ?? start;
    const [x, y] = [at % width, Math.floor(at / width)];
    for (const [dx, dy] of NEIGHBOURS) {
      const [nx, ny] = [x + dx, y + dy];
      if (nx < 0 || ny < 0 || nx >= width || ny >= height) continue;
      const neighbour = ny * width + nx;
      if (seen[neighbour] === 1 || (levels[neighbour] ?? 0) <= threshold) continue;
      seen[neighbour] = 1;
      area.push(neighbour);
    }
  }
  return area;
}

const NEIGHBOURS = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
] as const;

function blobOf(area: readonly number[], { height, levels }: GreyImage, width: number): Blob {
  let [weight, sumX, sumY, level] = [0, 0, 0, 0];
  let cut = false;
  for (const at of area) {
    const [x, y] = [at % width, Math.floor(at / width)];
    const value = levels[at] ?? 0;
    weight += value;
    sumX += value * (x + 0.5);
    sumY += value * (y + 0.5);
    level = Math.max(level, value);
    cut ||= x === 0 || y === 0 || x === width - 1 || y === height - 1;
  }
  return { x: sumX / weight, y: sumY / weight, level, pixels: area.length, cut };
}
