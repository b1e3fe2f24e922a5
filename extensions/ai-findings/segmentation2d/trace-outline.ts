import type { PointPx } from './image-view.ts';
import type { PixelMap } from './lesion-mask.ts';

/** Sides of a cell between four pixel centres. */
type Side = 'top' | 'right' | 'bottom' | 'left';

/**
 * Segments of a cell by its corners inside the mask (top left 8, top right 4, bottom right 2, bottom
 * left 1), with the inside on the right. Diagonal pixels are connected.
 */
const SEGMENTS: readonly (readonly (readonly [Side, Side])[])[] = [
  [],
  [['left', 'bottom']],
  [['bottom', 'right']],
  [['left', 'right']],
  [['right', 'top']],
  [
    ['left', 'top'],
    ['right', 'bottom'],
  ],
  [['bottom', 'top']],
  [['left', 'top']],
  [['top', 'left']],
  [['top', 'bottom']],
  [
    ['top', 'right'],
    ['bottom', 'left'],
  ],
  [['top', 'right']],
  [['right', 'left']],
  [['right', 'bottom']],
  [['bottom', 'left']],
  [],
];

/** Largest distance in pixels between the traced outline and its simplified polygon. */
const TOLERANCE_PX = 0.25;

/**
 * Returns the outline of a connected mask without holes as a polygon in image pixels, clockwise on
 * the screen. Vertices are interpolated where the probability crosses `threshold`; the result is
 * empty for an empty mask.
 */
export function traceOutline(
  mask: Uint8Array,
  probability: PixelMap,
  threshold: number,
): readonly PointPx[] {
  const { width, height } = probability;
  const levels = new MaskLevels(mask, probability, threshold);
  const next = new Map<number, { readonly end: number; readonly point: PointPx }>();
  for (let row = -1; row < height; row++) {
    for (let column = -1; column < width; column++) {
      for (const [from, to] of SEGMENTS[levels.corners(column, row)] ?? []) {
        next.set(sideKey(width, column, row, from), {
          end: sideKey(width, column, row, to),
          point: levels.crossing(column, row, from),
        });
      }
    }
  }
  return simplifyOutline(longestLoop(next));
}

class MaskLevels {
  readonly #mask: Uint8Array;
  readonly #probability: PixelMap;
  readonly #threshold: number;

  constructor(mask: Uint8Array, probability: PixelMap, threshold: number) {
    this.#mask = mask;
    this.#probability = probability;
    this.#threshold = threshold;
  }

  /** Index of `SEGMENTS` for the cell whose top left corner is a pixel centre. */
  corners(column: number, row: number): number {
    const inside = (x: number, y: number): number => (this.#isInside(x, y) ? 1 : 0);
    return (
      8 * inside(column, row) +
      4 * inside(column + 1, row) +
      2 * inside(column + 1, row + 1) +
      inside(column, row + 1)
    );
  }

  /** Where the threshold is crossed on a side of a cell, in image pixels. */
  crossing(column: number, row: number, side: Side): PointPx {
    const right = side === 'right' ? 1 : 0;
    const down = side === 'bottom' ? 1 : 0;
    const isVertical = side === 'left' || side === 'right';
    const [x, y] = [column + right, row + down];
    const [endX, endY] = isVertical ? [x, y + 1] : [x + 1, y];
    const start = this.#level(x, y);
    const end = this.#level(endX, endY);
    const share = (this.#threshold - start) / (end - start);
    return { x: x + 0.5 + share * (endX - x), y: y + 0.5 + share * (endY - y) };
  }

  #isInside(x: number, y: number): boolean {
    const { width, height } = this.#probability;
    if (x < 0 || y < 0 || x >= width || y >= height) return false;
    return this.#mask[y * width + x] === 1;
  }

  /** Probability, kept at least 0.01 on the mask's side of the threshold. */
  #level(x: number, y: number): number {
    const { width, height, values } = this.#probability;
    const isOutsideImage = x < 0 || y < 0 || x >= width || y >= height;
    const value = isOutsideImage ? 0 : (values[y * width + x] ?? 0);
    return this.#isInside(x, y)
      ? Math.max(value, this.#threshold + 0.01)
      : Math.min(value, this.#threshold - 0.01);
  }
}

/** Key of a side that both neighbouring cells share. */
function sideKey(width: number, column: number, row: number, side: Side): number {
  const x = side === 'right' ? column + 1 : column;
  const y = side === 'bottom' ? row + 1 : row;
  const isVertical = side === 'left' || side === 'right';
  return 2 * ((y + 1) * (width + 2) + x + 1) + (isVertical ? 1 : 0);
}

function longestLoop(
  next: Map<number, { readonly end: number; readonly point: PointPx }>,
): readonly PointPx[] {
  let longest: readonly PointPx[] = [];
  for (const start of next.keys()) {
    const loop: PointPx[] = [];
    let key = start;
    for (let step = next.get(key); step !== undefined; step = next.get(key)) {
      loop.push(step.point);
      next.delete(key);
      key = step.end;
    }
    if (loop.length > longest.length) longest = loop;
  }
  return longest;
}

/** Douglas and Peucker's algorithm on the two halves of a closed polygon. */
function simplifyOutline(points: readonly PointPx[]): readonly PointPx[] {
  const [first] = points;
  if (first === undefined || points.length < 4) return points;
  const middle = Math.floor(points.length / 2);
  const there = simplifyLine(points.slice(0, middle + 1));
  const back = simplifyLine([...points.slice(middle), first]);
  return [...there.slice(0, -1), ...back.slice(0, -1)];
}

function simplifyLine(points: readonly PointPx[]): readonly PointPx[] {
  const first = points[0];
  const last = points[points.length - 1];
  if (first === undefined || last === undefined || points.length < 3) return points;
  let [split, farthest] = [0, 0];
  for (const [index, point] of points.entries()) {
    const distance = distanceToLine(point, first, last);
    if (distance > farthest) [split, farthest] = [index, distance];
  }
  if (farthest <= TOLERANCE_PX) return [first, last];
  const before = simplifyLine(points.slice(0, split + 1));
  return [...before.slice(0, -1), ...simplifyLine(points.slice(split))];
}

function distanceToLine(point: PointPx, start: PointPx, end: PointPx): number {
  const [dx, dy] = [end.x - start.x, end.y - start.y];
  const length = Math.hypot(dx, dy);
  if (length === 0) return Math.hypot(point.x - start.x, point.y - start.y);
  return Math.abs((point.x - start.x) * dy - (point.y - start.y) * dx) / length;
}
