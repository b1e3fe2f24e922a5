import type { Finding, Mark } from '#contracts';
import { imageToMm, mmToImage, type NormalisedPoint, offPlaneMm, sameRadialAngle } from '#geometry';
import { AUTO_GROUP_RADIUS_UM } from './limits.ts';
import { imageNumberOf, isSingleImage } from './single-image.ts';

/** Maximum distance in millimetres between images of the same plane. */
const SAME_PLANE_MM = 0.01;

/** Point in the plane of an image, in millimetres from the top left corner. */
interface Flat {
  readonly x: number;
  readonly y: number;
}
type Segment = readonly [Flat, Flat];

/**
 * The finding that a new length joins, and the new mark with the `rep` flag of the crossed mark.
 */
export interface AutoGroup {
  readonly finding: Finding;
  readonly mark: Mark;
}

/**
 * Returns the first user finding with a length that the new length crosses in the same plane; null
 * if there is none, so that the mark becomes a new finding. Callers check the auto-group setting.
 */
export function autoGroup(mark: Mark, findings: readonly Finding[]): AutoGroup | null {
  if (mark.markType !== 'LENGTH') return null;
  const newSegment = flatten(mark, mark);
  if (newSegment === null) return null;
  for (const finding of findings) {
    if (finding.generator.id !== 'USER' || finding.deletedAt !== null) continue;
    for (const other of Object.values(finding.marks)) {
      if (other.markType !== 'LENGTH' || other.id === mark.id) continue;
      if (!samePlane(mark, other)) continue;
      const segment = flatten(other, mark);
      if (segment === null || !isNear(newSegment, segment)) continue;
      if (!segmentsCross(newSegment, segment)) continue;
      return { finding, mark: { ...mark, rep: other.rep } };
    }
  }
  return null;
}

/**
 * Compares plane view and radial angle only. `flatten` compares the positions in millimetres,
 * because the voxel indices of two marks may belong to different volumes.
 */
function samePlane(a: Mark, b: Mark): boolean {
  if (a.planeView !== b.planeView) return false;
  const isAxisAligned = a.planeView === 'SAG' || a.planeView === 'TRA' || a.planeView === 'COR';
  if (isSingleImage(a)) return imageNumberOf(a) === imageNumberOf(b);
  return isAxisAligned || sameRadialAngle(a.rad, b.rad);
}

/**
 * Returns the ends of a mark in the image of the mark `into`; null for a mark without two ends or
 * outside the plane of that image.
 */
function flatten(mark: Mark, into: Mark): Segment | null {
  const [start, end] = mark.markViewParams.points;
  if (start === undefined || end === undefined) return null;
  const flat = ({ u, v }: NormalisedPoint): Flat | null => {
    const pointMm = imageToMm(mark.frame, u, v);
    if (Math.abs(offPlaneMm(into.frame, pointMm)) > SAME_PLANE_MM) return null;
    const at = mmToImage(into.frame, pointMm);
    return { x: at.u * into.frame.widthMm, y: at.v * into.frame.heightMm };
  };
  const from = flat(start);
  const to = flat(end);
  return from === null || to === null ? null : [from, to];
}

/** True if the bounding boxes of two segments are within the search radius. */
function isNear(a: Segment, b: Segment): boolean {
  const radiusMm = AUTO_GROUP_RADIUS_UM / 1000;
  const apart = (axis: 'x' | 'y'): boolean =>
    Math.min(a[0][axis], a[1][axis]) - Math.max(b[0][axis], b[1][axis]) > radiusMm ||
    Math.min(b[0][axis], b[1][axis]) - Math.max(a[0][axis], a[1][axis]) > radiusMm;
  return !apart('x') && !apart('y');
}

/** True if two segments share a point, including a common end. */
function segmentsCross(a: Segment, b: Segment): boolean {
  const sides = [
    orientation(a, b[0]),
    orientation(a, b[1]),
    orientation(b, a[0]),
    orientation(b, a[1]),
  ] as const;
  if (sides[0] !== sides[1] && sides[2] !== sides[3]) return true;
  return (
    (sides[0] === 0 && isWithinSegment(a, b[0])) ||
    (sides[1] === 0 && isWithinSegment(a, b[1])) ||
    (sides[2] === 0 && isWithinSegment(b, a[0])) ||
    (sides[3] === 0 && isWithinSegment(b, a[1]))
  );
}

/** Returns the side of a line on which a point lies: −1, 1, or 0 on the line. */
function orientation([from, to]: Segment, point: Flat): number {
  const area = (to.x - from.x) * (point.y - from.y) - (to.y - from.y) * (point.x - from.x);
  return Math.abs(area) < 1e-9 ? 0 : Math.sign(area);
}

/** True if a point on a segment's line lies within the segment. */
function isWithinSegment([from, to]: Segment, { x, y }: Flat): boolean {
  return (
    x >= Math.min(from.x, to.x) - 1e-9 &&
    x <= Math.max(from.x, to.x) + 1e-9 &&
    y >= Math.min(from.y, to.y) - 1e-9 &&
    y <= Math.max(from.y, to.y) + 1e-9
  );
}
