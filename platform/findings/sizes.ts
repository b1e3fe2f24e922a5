import type { Finding, Mark, PlaneView } from '#contracts';
import { along, dot, imageToMm, type NormalisedPoint, subtract, type Vec3 } from '#geometry';
import { LARGEST_SIZE_UM } from './limits.ts';

/** The three sizes of a finding in micrometres; null where no mark gives one. */
export interface FindingSizes {
  readonly massLengthUm: number | null;
  readonly massWidthUm: number | null;
  readonly massHeightUm: number | null;
}

interface Extent {
  readonly plane: PlaneView;
  /** Unit direction of the image's horizontal axis in the patient. */
  readonly right: Vec3;
  readonly horizontalMm: number;
  /** Along the depth axis; null on a coronal image, which holds no depth. */
  readonly verticalMm: number | null;
}

/** Planes at least this far from parallel count as orthogonal for the width. */
const ORTHOGONAL_COS = Math.cos((45 * Math.PI) / 180);

/** A length measures once, a cross is two lengths. */
function extentsOf(mark: Mark): readonly Extent[] {
  const { points } = mark.markViewParams;
  if (mark.markType === 'LENGTH') return extentOf(mark, points);
  if (mark.markType !== 'CROSS') return [];
  return [...extentOf(mark, points.slice(0, 2)), ...extentOf(mark, points.slice(2, 4))];
}

function extentOf(mark: Mark, [start, end]: readonly NormalisedPoint[]): readonly Extent[] {
  if (start === undefined || end === undefined) return [];
  const { frame } = mark;
  const across = subtract(imageToMm(frame, end.u, end.v), imageToMm(frame, start.u, start.v));
  const alongRight = Math.abs(dot(across, frame.right));
  const alongDown = Math.abs(dot(across, frame.down));
  if (mark.planeView === 'COR') {
    // Both axes of a coronal image are horizontal in the breast: one extent, in the mark's direction.
    const total = Math.hypot(alongRight, alongDown);
    const direction = along([0, 0, 0], across, total === 0 ? 0 : 1 / total);
    return [{ plane: 'COR', right: direction, horizontalMm: total, verticalMm: null }];
  }
  const lyingDown = alongRight >= alongDown;
  return [
    {
      plane: mark.planeView,
      right: frame.right,
      // A length is drawn along one size: the larger part says which.
      horizontalMm: lyingDown ? alongRight : 0,
      verticalMm: lyingDown ? null : alongDown,
    },
  ];
}

/**
 * Sizes in the reporting order: length is the longest horizontal extent, height the vertical one
 * (depth), width the longest horizontal extent in a plane orthogonal to that of the length.
 */
export function sizesFromMarks(marks: readonly Mark[]): FindingSizes {
  const extents = marks.flatMap(extentsOf);
  const byLength = [...extents].sort((a, b) => b.horizontalMm - a.horizontalMm);
  const longest = byLength.find((extent) => extent.horizontalMm > 0);
  const orthogonal = byLength.find(
    (extent) =>
      longest !== undefined &&
      extent.horizontalMm > 0 &&
      Math.abs(dot(extent.right, longest.right)) < ORTHOGONAL_COS,
  );
  const heights = extents.flatMap((extent) => extent.verticalMm ?? []);
  return {
    massLengthUm: micrometres(longest?.horizontalMm),
    massWidthUm: micrometres(orthogonal?.horizontalMm),
    massHeightUm: micrometres(heights.length === 0 ? undefined : Math.max(...heights)),
  };
}

function micrometres(mm: number | undefined): number | null {
  const um = mm === undefined ? Number.NaN : Math.round(mm * 1000);
  return um <= LARGEST_SIZE_UM ? um : null;
}

export const SIZE_FIELDS = ['massLengthUm', 'massWidthUm', 'massHeightUm'] as const;
export type SizeField = (typeof SIZE_FIELDS)[number];

/** Sizes that somebody typed: they are there, and not what the marks measure. */
export function typedSizes(body: Pick<Finding, 'marks' | SizeField>): readonly SizeField[] {
  const measured = sizesFromMarks(Object.values(body.marks));
  return SIZE_FIELDS.filter((field) => body[field] !== null && body[field] !== measured[field]);
}
