import { type ImageFrame, isInsideImage, type NormalisedPoint } from '#geometry';

/** Point in the image of a mark, in millimetres right and down from the top left corner. */
export interface FlatMm {
  readonly x: number;
  readonly y: number;
}

/** Minimum size of a drawn mark; shorter movements count as clicks. */
export const MIN_MARK_MM = 0.5;

export const toFlat = ({ widthMm, heightMm }: ImageFrame, { u, v }: NormalisedPoint): FlatMm => ({
  x: u * widthMm,
  y: v * heightMm,
});

export const fromFlat = ({ widthMm, heightMm }: ImageFrame, { x, y }: FlatMm): NormalisedPoint => ({
  u: x / widthMm,
  v: y / heightMm,
});

export const middle = (a: FlatMm, b: FlatMm): FlatMm => ({
  x: (a.x + b.x) / 2,
  y: (a.y + b.y) / 2,
});

export const distance = (a: FlatMm, b: FlatMm): number => Math.hypot(a.x - b.x, a.y - b.y);

/** Moves `from` by a distance along a direction of any length. */
export const stepFrom = (from: FlatMm, { x, y }: FlatMm, byMm: number): FlatMm => {
  const length = Math.hypot(x, y);
  return length === 0 ? from : { x: from.x + (x / length) * byMm, y: from.y + (y / length) * byMm };
};

/**
 * Returns the length in millimetres of the line through the points; a closed line returns to the
 * first point.
 */
export function pathMm(
  frame: ImageFrame,
  points: readonly NormalisedPoint[],
  closed: boolean,
): number {
  const flat = points.map((point) => toFlat(frame, point));
  return flat.reduce((sum, at, idx) => {
    const next = flat[idx + 1] ?? (closed ? flat[0] : undefined);
    return next === undefined ? sum : sum + distance(at, next);
  }, 0);
}

/** Number of points of an ellipse outline. */
const SEGMENTS = 72;

/** Returns the outline of an ellipse from the two ends of one axis and one end of the other. */
export function ellipseLine(
  frame: ImageFrame,
  points: readonly NormalisedPoint[],
): readonly NormalisedPoint[] {
  const [a, opposite, b] = points.map((point) => toFlat(frame, point));
  if (a === undefined || opposite === undefined || b === undefined) return [];
  const centre = middle(a, opposite);
  return Array.from({ length: SEGMENTS }, (_, idx) => {
    const turn = (idx / SEGMENTS) * 2 * Math.PI;
    const [along, across] = [Math.cos(turn), Math.sin(turn)];
    return fromFlat(frame, {
      x: centre.x + (a.x - centre.x) * along + (b.x - centre.x) * across,
      y: centre.y + (a.y - centre.y) * along + (b.y - centre.y) * across,
    });
  });
}

/** Returns the part of a movement that keeps `outline` inside the image. */
export function limitOffset(
  outline: readonly NormalisedPoint[],
  by: NormalisedPoint,
): NormalisedPoint {
  const clampShift = (axis: 'u' | 'v'): number => {
    const values = outline.map((point) => point[axis]);
    const [min, max] = [Math.min(...values), Math.max(...values)];
    return Math.min(Math.max(1 - max, 0), Math.max(Math.min(-min, 0), by[axis]));
  };
  return { u: clampShift('u'), v: clampShift('v') };
}

/** Moves the points together, as far as `outline` stays inside the image. */
export function movePoints(
  points: readonly NormalisedPoint[],
  outline: readonly NormalisedPoint[],
  by: NormalisedPoint,
): readonly NormalisedPoint[] {
  const { u: du, v: dv } = limitOffset(outline, by);
  return points.map(({ u, v }) => ({ u: intoUnit(u + du), v: intoUnit(v + dv) }));
}

/** Clamps rounding errors, because the server rejects values outside 0..1. */
const intoUnit = (value: number): number => Math.min(1, Math.max(0, value));

/** Number of bisection steps. */
const HALVINGS = 24;

/**
 * Moves a handle from `from` towards `to`, as far as `accepts` allows; returns `before` if no
 * movement is accepted.
 */
export function clampHandle(
  from: NormalisedPoint,
  to: NormalisedPoint,
  moved: (to: NormalisedPoint) => readonly NormalisedPoint[],
  accepts: (points: readonly NormalisedPoint[]) => boolean,
  before: readonly NormalisedPoint[],
): readonly NormalisedPoint[] {
  const full = moved(to);
  if (accepts(full)) return full;
  let [low, high, best] = [0, 1, before];
  for (let step = 0; step < HALVINGS; step++) {
    const fraction = (low + high) / 2;
    const candidate = moved({
      u: from.u + (to.u - from.u) * fraction,
      v: from.v + (to.v - from.v) * fraction,
    });
    if (accepts(candidate)) [low, best] = [fraction, candidate];
    else high = fraction;
  }
  return best;
}

export const allInside = (points: readonly NormalisedPoint[]): boolean =>
  points.every(isInsideImage);
