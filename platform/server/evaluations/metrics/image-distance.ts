import { quantile } from './statistics.ts';

/** Image of a region: pixels that are not 0 are inside; x is fastest. */
export interface RegionImage {
  readonly width: number;
  readonly pixels: Uint8Array;
}

/**
 * Returns the 95 % Hausdorff distance of the borders of two regions in mm: the larger of both
 * directions; infinite if one region is empty. Both images have the same size.
 */
export function imageHd95Mm(a: RegionImage, b: RegionImage, pixelMm: number): number {
  const [borderA, borderB] = [borderOf(a), borderOf(b)];
  if (borderA.length === 0 || borderB.length === 0) return Number.POSITIVE_INFINITY;
  const there = quantile(nearestDistances(borderA, borderB), 0.95);
  const back = quantile(nearestDistances(borderB, borderA), 0.95);
  return pixelMm * Math.max(there, back);
}

type Pixel = readonly [number, number];

/** Returns the pixels inside that have a neighbour outside; the edge of the image is outside. */
function borderOf({ width, pixels }: RegionImage): readonly Pixel[] {
  const height = pixels.length / width;
  const isInside = (x: number, y: number): boolean =>
    x >= 0 && y >= 0 && x < width && y < height && pixels[x + y * width] !== 0;
  const border: Pixel[] = [];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const isSurrounded =
        isInside(x - 1, y) && isInside(x + 1, y) && isInside(x, y - 1) && isInside(x, y + 1);
      if (isInside(x, y) && !isSurrounded) border.push([x, y]);
    }
  }
  return border;
}

const nearestDistances = (from: readonly Pixel[], to: readonly Pixel[]): readonly number[] =>
  from.map(([x, y]) => {
    let nearest = Number.POSITIVE_INFINITY;
    for (const [tx, ty] of to) nearest = Math.min(nearest, (x - tx) ** 2 + (y - ty) ** 2);
    return Math.sqrt(nearest);
  });
