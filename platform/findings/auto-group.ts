import type { Finding, Mark } from '#contracts';
import { imageToMm, mmToImage, type NormalisedPoint, offPlaneMm, sameRadialAngle } from '#geometry';
import { AUTO_GROUP_RADIUS_UM } from './limits.ts';

/** Images that stand in one plane may differ by this, millimetres. */
const SAME_PLANE_MM = 0.01;

/** A point in the plane of an image, millimetres from its corner. */
interface Flat {
  readonly x: number;
  readonly y: number;
}
type Segment = readonly [Flat, Flat];

/** The finding that a new length joins, and the mark as it joins: with the flag of the crossed one. */
export interface AutoGroup {
  readonly finding: Finding;
  readonly mark: Mark;
}

/**
 * With the auto-group flag on: the user's finding whose length the new length crosses, in the same
 * plane view and at the same plane position; null when the mark makes a finding of its own.
 */
export function autoGroup(mark: Mark, findings: readonly Finding[]): AutoGroup | null {
  if (mark.markType !== 'LENGTH') return null;
  const drawn = flatten(mark, mark);
  if (drawn === null) return null;
  for (const finding of findings) {
    if (finding.generator.id !== 'USER' || finding.deletedAt !== null) continue;
    for (const other of Object.values(finding.marks)) {
      if (other.markType !== 'LENGTH' || other.id === mark.id) continue;
      if (!samePlane(mark, other)) continue;
      const known = flatten(other, mark);
      if (known === null || !isNear(drawn, known) || !cross(drawn, known)) continue;
      return { finding, mark: { ...mark, rep: other.rep } };
    }
  }
  return null;
}

/** One place of a straight plane is told by the images: voxels that a mark names may be of another volume. */
function samePlane(a: Mark, b: Mark): boolean {
  if (a.planeView !== b.planeView) return false;
  const isAxisAligned = a.planeView === 'SAG' || a.planeView === 'TRA' || a.planeView === 'COR';
  return isAxisAligned || sameRadialAngle(a.rad, b.rad);
}

/** The mark's ends in the image of another mark; null when it has no two ends or lies off its plane. */
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

/** Whether the boxes around two segments come within the search radius. */
function isNear(a: Segment, b: Segment): boolean {
  const radiusMm = AUTO_GROUP_RADIUS_UM / 1000;
  const apart = (axis: 'x' | 'y'): boolean =>
    Math.min(a[0][axis], a[1][axis]) - Math.max(b[0][axis], b[1][axis]) > radiusMm ||
    Math.min(b[0][axis], b[1][axis]) - Math.max(a[0][axis], a[1][axis]) > radiusMm;
  return !apart('x') && !apart('y');
}

/** Whether two segments have a point in common; one that ends on the other crosses it. */
function cross(a: Segment, b: Segment): boolean {
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

/** On which side of a line a point lies: −1, 1, or 0 on it. */
function orientation([from, to]: Segment, point: Flat): number {
  const area = (to.x - from.x) * (point.y - from.y) - (to.y - from.y) * (point.x - from.x);
  return Math.abs(area) < 1e-9 ? 0 : Math.sign(area);
}

/** Whether a point on a segment's line is within the segment. */
function isWithinSegment([from, to]: Segment, { x, y }: Flat): boolean {
  return (
    x >= Math.min(from.x, to.x) - 1e-9 &&
    x <= Math.max(from.x, to.x) + 1e-9 &&
    y >= Math.min(from.y, to.y) - 1e-9 &&
    y <= Math.max(from.y, to.y) + 1e-9
  );
}
