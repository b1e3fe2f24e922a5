/** A binary image: rows from the top, bytes other than 0 inside. */
export interface MaskImage {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

/** Corner of pixels: column and row lines, 0..width and 0..height. */
export type PixelCorner = readonly [column: number, row: number];

/** Steps along pixel edges, clockwise from right: right, down, left, up. */
const STEPS = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
] as const;

/**
 * Returns the outer outline of the largest region (pixels that share an edge) along the edges of
 * its pixels, clockwise; empty for an empty image. Holes are not part of the outline.
 */
export function traceLargestRegion(image: MaskImage): readonly PixelCorner[] {
  const region = largestRegion(image);
  if (region === null) return [];
  const { width, height } = image;
  const isInside = (x: number, y: number): boolean =>
    x >= 0 && y >= 0 && x < width && y < height && region.labels[x + width * y] === region.label;
  const startX = region.first % width;
  const startY = Math.floor(region.first / width);
  const corners: PixelCorner[] = [];
  // The first pixel in reading order has no neighbour above, so its upper edge is an outer edge.
  let [x, y, direction] = [startX, startY, 0];
  do {
    const next = turn(isInside, x, y, direction);
    if (next !== direction) corners.push([x, y]);
    direction = next;
    const [dx, dy] = STEPS[direction] ?? STEPS[0];
    x += dx;
    y += dy;
  } while (x !== startX || y !== startY);
  return [...corners, [startX, startY]];
}

/** Returns the direction in which the outline leaves a corner, with the region on its right. */
function turn(
  isInside: (x: number, y: number) => boolean,
  x: number,
  y: number,
  direction: number,
): number {
  // Pixels ahead of the corner, to the left and to the right of the direction.
  const [dx, dy] = STEPS[direction] ?? STEPS[0];
  const [rx, ry] = STEPS[(direction + 1) % 4] ?? STEPS[1];
  const ahead = (side: -1 | 1): boolean =>
    isInside(x + (dx + side * rx - 1) / 2, y + (dy + side * ry - 1) / 2);
  if (!ahead(1)) return (direction + 1) % 4;
  return ahead(-1) ? (direction + 3) % 4 : direction;
}

interface Region {
  readonly labels: Uint32Array;
  readonly label: number;
  /** Index of the first pixel in reading order. */
  readonly first: number;
}

function largestRegion({ width, height, pixels }: MaskImage): Region | null {
  const labels = new Uint32Array(width * height);
  let best: { readonly label: number; readonly first: number; readonly count: number } | null =
    null;
  let label = 0;
  for (let first = 0; first < labels.length; first++) {
    if ((pixels[first] ?? 0) === 0 || labels[first] !== 0) continue;
    label += 1;
    const count = fill(first, label, labels, { width, height, pixels });
    if (best === null || count > best.count) best = { label, first, count };
  }
  return best === null ? null : { ...best, labels };
}

/** Labels the region of a pixel and returns its number of pixels. */
function fill(
  start: number,
  label: number,
  labels: Uint32Array,
  { width, pixels }: MaskImage,
): number {
  const pending = [start];
  labels[start] = label;
  let count = 0;
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    count += 1;
    const column = at % width;
    const neighbours = [
      ...(column > 0 ? [at - 1] : []),
      ...(column < width - 1 ? [at + 1] : []),
      at - width,
      at + width,
    ];
    for (const next of neighbours) {
      if (labels[next] !== 0 || (pixels[next] ?? 0) === 0) continue;
      labels[next] = label;
      pending.push(next);
    }
  }
  return count;
}
