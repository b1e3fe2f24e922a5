import type { Mark } from '#contracts';
import type { NormalisedPoint } from '#geometry';

/** A point of an image in mm to the right and down. */
interface PointMm {
  readonly x: number;
  readonly y: number;
}
/** A part of an outline: its middle, and how much it counts. */
interface Part extends PointMm {
  readonly weight: number;
}

/** Minimum area as a part of the squared length; below, rounding decides. A circle has 0.08. */
const MIN_AREA = 1e-6;

/**
 * Returns the middle of the area that a closed line encloses, in coordinates of its image. The
 * number of points along a side does not count, because it depends on the speed of the hand.
 * Returns the middle of the line itself if it has no area, or if it crosses itself so that its
 * parts cancel out.
 */
export function middleOfOutline(
  { widthMm, heightMm }: Pick<Mark['frame'], 'widthMm' | 'heightMm'>,
  points: readonly NormalisedPoint[],
): NormalisedPoint {
  const outline = points.map(({ u, v }) => ({ x: u * widthMm, y: v * heightMm }));
  const { x, y } = middleOfArea(outline) ?? weightedMean(segmentsOf(outline));
  return { u: x / widthMm, v: y / heightMm };
}

/** Returns null without an area, or if parts of the line cancel out. */
function middleOfArea(outline: readonly PointMm[]): PointMm | null {
  const triangles = trianglesOf(outline);
  const lengthMm = sum(segmentsOf(outline));
  if (Math.abs(sum(triangles)) < MIN_AREA * lengthMm ** 2) return null;
  const middle = weightedMean(triangles);
  return isWithinBox(middle, outline) ? middle : null;
}

/** Returns the triangles of the first point and each side, weighted by their signed area in mm². */
function trianglesOf(outline: readonly PointMm[]): readonly Part[] {
  const corner = outline[0] ?? { x: 0, y: 0 };
  return sidesOf(outline).map(([a, b]) => ({
    x: (corner.x + a.x + b.x) / 3,
    y: (corner.y + a.y + b.y) / 3,
    weight: ((a.x - corner.x) * (b.y - corner.y) - (b.x - corner.x) * (a.y - corner.y)) / 2,
  }));
}

/** Returns the sides of the line, weighted by their length in mm. */
const segmentsOf = (outline: readonly PointMm[]): readonly Part[] =>
  sidesOf(outline).map(([a, b]) => ({
    x: (a.x + b.x) / 2,
    y: (a.y + b.y) / 2,
    weight: Math.hypot(b.x - a.x, b.y - a.y),
  }));

const sidesOf = (outline: readonly PointMm[]) =>
  outline.map((point, idx) => [point, outline[(idx + 1) % outline.length] ?? point] as const);

const sum = (parts: readonly Part[]): number => parts.reduce((all, { weight }) => all + weight, 0);

/** Returns the weighted mean of the parts, or the first part if none has a weight. */
function weightedMean(parts: readonly Part[]): PointMm {
  const total = sum(parts);
  const [first = { x: 0, y: 0 }] = parts;
  if (total === 0) return first;
  return {
    x: parts.reduce((all, { x, weight }) => all + x * weight, 0) / total,
    y: parts.reduce((all, { y, weight }) => all + y * weight, 0) / total,
  };
}

/** Returns whether a point lies in the upright box around an outline. */
function isWithinBox(point: PointMm, outline: readonly PointMm[]): boolean {
  const isWithin = (axis: keyof PointMm): boolean => {
    const values = outline.map((corner) => corner[axis]);
    const [low, high] = [values.reduce(min), values.reduce(max)];
    return point[axis] >= low && point[axis] <= high;
  };
  return isWithin('x') && isWithin('y');
}

// Math.min(...values) fails with very many points.
const min = (a: number, b: number): number => Math.min(a, b);
const max = (a: number, b: number): number => Math.max(a, b);
