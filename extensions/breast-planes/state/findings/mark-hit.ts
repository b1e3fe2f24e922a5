import type { Shape } from '#core';
import type { NormalisedPoint } from '#geometry';
import type { PointPx } from '../../model/planes/image-layout.ts';

/** Maximum hit distance in CSS pixels; the value for touch is prescribed. */
export const PROXIMITY_PX = { mouse: 6, touch: 40 } as const;

/** Approximate width of a character in a label; the hit box need not be exact. */
const CHARACTER_WIDTH_PX = 7;
const LABEL_HEIGHT_PX = 16;

export interface Hit {
  /** Index of the handle; null: the mark itself. */
  readonly handle: number | null;
  readonly distancePx: number;
}

type ToPx = (at: NormalisedPoint) => PointPx;

/** Returns the part of a mark within reach of a point on the screen; null if none. */
export function hitShapes(
  shapes: readonly Shape[],
  toPx: ToPx,
  at: PointPx,
  hitRadiusPx: number,
  withHandles: boolean,
): Hit | null {
  const handles = shapes.filter((shape) => shape.kind === 'handle');
  const nearestHandle = withHandles
    ? handles
        .map((shape, handle) => ({ handle, distancePx: apart(toPx(shape.at), at) }))
        .filter(({ distancePx }) => distancePx <= hitRadiusPx)
        .sort((a, b) => a.distancePx - b.distancePx)[0]
    : undefined;
  if (nearestHandle !== undefined) return nearestHandle;
  const distancePx = Math.min(
    Number.POSITIVE_INFINITY,
    ...shapes.map((shape) => shapeDistance(shape, toPx, at)),
  );
  return distancePx <= hitRadiusPx ? { handle: null, distancePx } : null;
}

function shapeDistance(shape: Shape, toPx: ToPx, at: PointPx): number {
  switch (shape.kind) {
    case 'line':
      return segmentDistance(toPx(shape.from), toPx(shape.to), at);
    case 'path':
      return pathDistance(shape.points.map(toPx), shape.closed, at);
    case 'sign':
      return apart(toPx(shape.at), at);
    case 'label':
      return labelDistance(toPx(shape.at), shape.text, at);
    default:
      // Arrow heads lie on their lines, handles are tested separately, and measurement texts are
      // not selectable.
      return Number.POSITIVE_INFINITY;
  }
}

function pathDistance(points: readonly PointPx[], closed: boolean, at: PointPx): number {
  return points.reduce((min, from, idx) => {
    const to = points[idx + 1] ?? (closed ? points[0] : undefined);
    return to === undefined ? min : Math.min(min, segmentDistance(from, to, at));
  }, Number.POSITIVE_INFINITY);
}

/** Returns the distance from the box of a label, which starts at `origin`. */
function labelDistance(origin: PointPx, text: string, at: PointPx): number {
  const width = text.length * CHARACTER_WIDTH_PX;
  const across = Math.max(origin.x - at.x, 0, at.x - (origin.x + width));
  const along = Math.max(Math.abs(at.y - origin.y) - LABEL_HEIGHT_PX / 2, 0);
  return Math.hypot(across, along);
}

const apart = (a: PointPx, b: PointPx): number => Math.hypot(a.x - b.x, a.y - b.y);

function segmentDistance(from: PointPx, to: PointPx, at: PointPx): number {
  const [x, y] = [to.x - from.x, to.y - from.y];
  const square = x * x + y * y;
  const fraction =
    square === 0
      ? 0
      : Math.min(1, Math.max(0, ((at.x - from.x) * x + (at.y - from.y) * y) / square));
  return apart({ x: from.x + fraction * x, y: from.y + fraction * y }, at);
}

/** Returns whether a point lies inside a closed path of a mark. */
export function isInsideShapes(shapes: readonly Shape[], toPx: ToPx, at: PointPx): boolean {
  return shapes.some(
    (shape) => shape.kind === 'path' && shape.closed && isInsidePolygon(shape.points.map(toPx), at),
  );
}

/** Even-odd rule: a ray to the right of an inner point crosses an odd number of edges. */
function isInsidePolygon(corners: readonly PointPx[], at: PointPx): boolean {
  const crossed = corners.filter((a, idx) => {
    const b = corners[(idx + 1) % corners.length] ?? a;
    const spansHeight = a.y > at.y !== b.y > at.y;
    return spansHeight && at.x < ((b.x - a.x) * (at.y - a.y)) / (b.y - a.y) + a.x;
  });
  return crossed.length % 2 === 1;
}
