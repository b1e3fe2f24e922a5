import type { Mark } from '#contracts';
import {
  type BreastPosition,
  breastPosition,
  type Depth,
  depthBelowSkin,
  imageToMm,
  type NormalisedPoint,
  type Side,
  type Surface,
  type Vec3,
} from '#geometry';
import { middleOfOutline } from './outline-middle.ts';
import { isSingleImage } from './single-image.ts';

/** References for depth and clock position. */
export interface LocationReference extends Surface {
  readonly side: Side;
  /** Null without a nipple; clock and distance are then unknown. */
  readonly nippleMm: Vec3 | null;
}

/**
 * Returns the middle of a mark in patient millimetres: of an outline the middle of its area, of an
 * arrow the tip, of any other mark the mean of its points.
 */
export function markCentreMm(mark: Mark): Vec3 {
  const { frame, markType } = mark;
  const { points } = mark.markViewParams;
  const { u, v } =
    markType === 'FREEHAND'
      ? middleOfOutline(frame, points)
      : meanOf(markType === 'ARROW' ? points.slice(-1) : points);
  return imageToMm(frame, u, v);
}

function meanOf(points: readonly NormalisedPoint[]): NormalisedPoint {
  const u = points.reduce((sum, point) => sum + point.u, 0) / points.length;
  const v = points.reduce((sum, point) => sum + point.v, 0) / points.length;
  return { u, v };
}

/** Returns the representative mark, or the first mark if none is flagged. */
export function representativeMark(marks: readonly Mark[]): Mark | null {
  return marks.find((mark) => mark.rep) ?? marks[0] ?? null;
}

/** Returns the mark that gives a finding its location; null without a mark in the patient. */
export function locatedMark(marks: readonly Mark[]): Mark | null {
  return representativeMark(marks.filter((mark) => !isSingleImage(mark)));
}

export interface FindingLocation extends Depth {
  /** Null without a nipple. */
  readonly position: BreastPosition | null;
}

/**
 * Returns the location of a finding from its representative mark; null without a mark
 * in the patient.
 */
export function locationOf(
  marks: readonly Mark[],
  reference: LocationReference,
): FindingLocation | null {
  const mark = locatedMark(marks);
  if (mark === null) return null;
  const centreMm = markCentreMm(mark);
  const { side, nippleMm } = reference;
  const depth = depthBelowSkin(reference, centreMm);
  const position = nippleMm === null ? null : breastPosition(side, nippleMm, centreMm, depth);
  return { position, ...depth };
}
