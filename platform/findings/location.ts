import type { Mark } from '#contracts';
import {
  add,
  type BreastPosition,
  breastPosition,
  type Depth,
  depthBelowSkin,
  imageToMm,
  type Side,
  type Surface,
  scale,
  type Vec3,
} from '#geometry';

/** References for depth and clock position. */
export interface LocationReference extends Surface {
  readonly side: Side;
  /** Null without a nipple; clock and distance are then unknown. */
  readonly nippleMm: Vec3 | null;
}

/** Returns the mean of a mark's points in patient millimetres; for an arrow the tip. */
export function markCentreMm(mark: Mark): Vec3 {
  const { points: drawn } = mark.markViewParams;
  const relevant = mark.markType === 'ARROW' ? drawn.slice(-1) : drawn;
  const points = relevant.map(({ u, v }) => imageToMm(mark.frame, u, v));
  const sum = points.reduce<Vec3>((total, point) => add(total, point), [0, 0, 0]);
  return scale(sum, 1 / points.length);
}

/** Returns the representative mark, or the first mark if none is flagged. */
export function representativeMark(marks: readonly Mark[]): Mark | null {
  return marks.find((mark) => mark.rep) ?? marks[0] ?? null;
}

export interface FindingLocation extends Depth {
  /** Null without a nipple. */
  readonly position: BreastPosition | null;
}

/** Returns the location of a finding from its representative mark; null without marks. */
export function locationOf(
  marks: readonly Mark[],
  reference: LocationReference,
): FindingLocation | null {
  const mark = representativeMark(marks);
  if (mark === null) return null;
  const centreMm = markCentreMm(mark);
  const { side, nippleMm } = reference;
  const depth = depthBelowSkin(reference, centreMm);
  const position = nippleMm === null ? null : breastPosition(side, nippleMm, centreMm, depth);
  return { position, ...depth };
}
