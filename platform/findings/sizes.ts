import type { Finding, Mark } from '#contracts';
import { dot, imageToMm, type NormalisedPoint, subtract, type Vec3 } from '#geometry';
import { MAX_SIZE_UM } from './limits.ts';

/** Three sizes of a finding in micrometres; null if no mark measures the size. */
export interface FindingSizes {
  readonly massLengthUm: number | null;
  readonly massWidthUm: number | null;
  readonly massHeightUm: number | null;
}

/** Extent in the patient of one drawn line, edge of a box or axis of an ellipse. */
interface Extent {
  readonly mark: Mark;
  readonly lengthMm: number;
  /** Unit direction of the horizontal component in the patient. */
  readonly direction: Vec3;
  /** Extent at right angles to the depth axis; 0 for a vertical length. */
  readonly horizontalMm: number;
  /** Extent along the depth axis; null for a horizontal length. */
  readonly verticalMm: number | null;
}

/** Cosine of the minimum angle between the directions of length and width. */
const ORTHOGONAL_COS = Math.cos((45 * Math.PI) / 180);

/** Returns one extent for a length, two for a cross, none for other marks. */
function lengthExtents(mark: Mark): readonly Extent[] {
  const { points } = mark.markViewParams;
  if (mark.markType === 'LENGTH') return extentOf(mark, points);
  return mark.markType === 'CROSS' ? extentsOfAxes(mark, points) : [];
}

/** Returns the edges of a box and the axes of an ellipse, none for other marks. */
function boxExtents(mark: Mark): readonly Extent[] {
  const { points } = mark.markViewParams;
  if (mark.markType === 'ELLIPTICAL') return extentsOfAxes(mark, points);
  const [from, to] = points;
  if (mark.markType !== 'BOUNDING_BOX' || from === undefined || to === undefined) return [];
  const corner = { u: to.u, v: from.v };
  return [...extentOf(mark, [from, corner]), ...extentOf(mark, [corner, to])];
}

const extentsOfAxes = (mark: Mark, points: readonly NormalisedPoint[]): readonly Extent[] => [
  ...extentOf(mark, points.slice(0, 2)),
  ...extentOf(mark, points.slice(2, 4)),
];

/**
 * Returns the extents that give the sizes: all lengths, and those of boxes and ellipses in a
 * direction that no length measures, because a reader sets the ends of a length on the border.
 */
function extentsOf(marks: readonly Mark[]): readonly Extent[] {
  const lengths = marks.flatMap(lengthExtents);
  const others = marks
    .flatMap(boxExtents)
    .filter((extent) => !lengths.some((drawn) => isSameDirection(drawn, extent)));
  return [...lengths, ...others];
}

function isSameDirection(a: Extent, b: Extent): boolean {
  if (a.verticalMm !== null || b.verticalMm !== null) {
    return a.verticalMm !== null && b.verticalMm !== null;
  }
  return !isOrthogonal(a, b);
}

const isOrthogonal = (a: Extent, b: Extent): boolean =>
  Math.abs(dot(a.direction, b.direction)) < ORTHOGONAL_COS;

function extentOf(mark: Mark, [start, end]: readonly NormalisedPoint[]): readonly Extent[] {
  if (start === undefined || end === undefined) return [];
  const { frame } = mark;
  // Uses patient space, because the axes of a tilted raw frame are neither horizontal nor vertical.
  const [x, y, z] = subtract(imageToMm(frame, end.u, end.v), imageToMm(frame, start.u, start.v));
  const acrossMm = Math.hypot(x, z);
  const depthMm = Math.abs(y);
  // A line counts as horizontal or vertical by its larger component.
  const isHorizontal = acrossMm >= depthMm;
  return [
    {
      mark,
      lengthMm: Math.hypot(acrossMm, depthMm),
      direction: acrossMm === 0 ? frame.right : [x / acrossMm, 0, z / acrossMm],
      horizontalMm: isHorizontal ? acrossMm : 0,
      verticalMm: isHorizontal ? null : depthMm,
    },
  ];
}

/** A size in micrometres and the mark that measures the size. */
export interface SizeSource {
  readonly um: number;
  readonly mark: Mark;
  /** Length as drawn, which exceeds the size for an oblique length. */
  readonly drawnUm: number;
  /** Unit direction of the horizontal component in the patient. */
  readonly direction: Vec3;
}

/**
 * Returns the sizes in reporting order: length is the longest horizontal extent, height the longest
 * vertical extent (depth), width the longest horizontal extent in a plane orthogonal to that of the
 * length.
 */
export function sizeSources(
  marks: readonly Mark[],
): Readonly<Record<SizeField, SizeSource | null>> {
  const extents = extentsOf(marks);
  const byLength = [...extents].sort((a, b) => b.horizontalMm - a.horizontalMm);
  const longest = byLength.find((extent) => extent.horizontalMm > 0);
  const orthogonal = byLength.find(
    (extent) => longest !== undefined && extent.horizontalMm > 0 && isOrthogonal(extent, longest),
  );
  const [highest] = extents
    .filter(({ verticalMm }) => verticalMm !== null)
    .sort((a, b) => (b.verticalMm ?? 0) - (a.verticalMm ?? 0));
  return {
    massLengthUm: sourceOf(longest, longest?.horizontalMm),
    massWidthUm: sourceOf(orthogonal, orthogonal?.horizontalMm),
    massHeightUm: sourceOf(highest, highest?.verticalMm),
  };
}

function sourceOf(extent: Extent | undefined, mm: number | null | undefined): SizeSource | null {
  const um = Math.round((mm ?? Number.NaN) * 1000);
  if (extent === undefined || !isPossibleSize(um)) return null;
  const { mark, lengthMm, direction } = extent;
  return { um, mark, drawnUm: Math.round(lengthMm * 1000), direction };
}

/** Returns whether a mass can have this size in micrometres; false for NaN. */
export const isPossibleSize = (um: number): boolean => um > 0 && um <= MAX_SIZE_UM;

/** Returns the sizes measured by the marks of a finding, null without a length, box or ellipse. */
export function sizesFromMarks(marks: readonly Mark[]): FindingSizes {
  const { massLengthUm, massWidthUm, massHeightUm } = sizeSources(marks);
  return {
    massLengthUm: massLengthUm?.um ?? null,
    massWidthUm: massWidthUm?.um ?? null,
    massHeightUm: massHeightUm?.um ?? null,
  };
}

export const SIZE_FIELDS = ['massLengthUm', 'massWidthUm', 'massHeightUm'] as const;
export type SizeField = (typeof SIZE_FIELDS)[number];

/** Returns the sizes that a reader typed: set, and different from the measured size. */
export function typedSizes(body: Pick<Finding, 'marks' | SizeField>): readonly SizeField[] {
  const measured = sizesFromMarks(Object.values(body.marks));
  return SIZE_FIELDS.filter((field) => body[field] !== null && body[field] !== measured[field]);
}
