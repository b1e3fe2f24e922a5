import type { Finding, Mark } from '#contracts';
import { isAnnotation, locatedMark, markCentreMm, sizeSources, sizesFromMarks } from '#findings';
import { cross, dot, subtract, type Vec3 } from '#geometry';
import type { Ellipsoid } from './mesh.ts';

/** Finding as an ellipsoid in the 3D view. */
export interface Lesion {
  readonly findingId: string;
  readonly label: number;
  readonly colour: string;
  readonly body: Ellipsoid;
  /** False if no size is known and the body only marks the location. */
  readonly measured: boolean;
}

/** Radius of the body of a finding without sizes. */
const UNMEASURED_MM = 2;

/** Returns an ellipsoid with the three sizes for each finding with marks, none for annotations. */
export function lesionsOf(findings: readonly Finding[]): readonly Lesion[] {
  return findings.flatMap((finding) => {
    const marks = Object.values(finding.marks);
    const mark = locatedMark(marks);
    if (mark === null || isAnnotation(finding)) return [];
    const { radiiMm, measured } = radiiOf(finding, marks);
    const along = lengthDirection(marks);
    const body: Ellipsoid = {
      centreMm: centreOf(marks, mark),
      axes: [along, [0, 1, 0], cross(along, [0, 1, 0])],
      radiiMm,
    };
    const { id, label, generator } = finding;
    return [{ findingId: id, label, colour: generator.labelColour, body, measured }];
  });
}

/**
 * Returns half of length, height (depth) and width; a missing size is the mean of the known sizes.
 * Without sizes the radius comes from an outline mark.
 */
function radiiOf(
  finding: Finding,
  marks: readonly Mark[],
): { readonly radiiMm: Vec3; readonly measured: boolean } {
  const drawn = sizesFromMarks(marks);
  const sizes = [
    finding.massLengthUm ?? drawn.massLengthUm,
    finding.massHeightUm ?? drawn.massHeightUm,
    finding.massWidthUm ?? drawn.massWidthUm,
  ];
  const known = sizes.flatMap((um) => (um === null || um === 0 ? [] : um / 2000));
  if (known.length === 0) {
    const extent = outlineRadiusMm(marks);
    const radius = extent ?? UNMEASURED_MM;
    return { radiiMm: [radius, radius, radius], measured: extent !== null };
  }
  const mean = known.reduce((sum, mm) => sum + mm, 0) / known.length;
  const [a = mean, b = mean, c = mean] = sizes.map((um) =>
    um === null || um === 0 ? mean : um / 2000,
  );
  return { radiiMm: [a, b, c], measured: true };
}

/**
 * Returns the centre of a length mark if there is one, because length marks locate the centre
 * better than other representative marks.
 */
function centreOf(marks: readonly Mark[], representative: Mark): Vec3 {
  return markCentreMm(
    representative.markType === 'LENGTH'
      ? representative
      : (marks.find(({ markType }) => markType === 'LENGTH') ?? representative),
  );
}

/** Returns the direction of the measured length; from the patient's right to left without one. */
const lengthDirection = (marks: readonly Mark[]): Vec3 =>
  sizeSources(marks).massLengthUm?.direction ?? [1, 0, 0];

/**
 * Returns a quarter of the sum of an outline mark's width and height; null without an outline mark.
 */
function outlineRadiusMm(marks: readonly Mark[]): number | null {
  const around = marks.find(({ markType }) =>
    ['ELLIPTICAL', 'FREEHAND', 'BOUNDING_BOX'].includes(markType),
  );
  if (around === undefined) return null;
  const { frame, markViewParams } = around;
  const span = (values: readonly number[]): number => Math.max(...values) - Math.min(...values);
  const across = span(markViewParams.points.map(({ u }) => u)) * frame.widthMm;
  const down = span(markViewParams.points.map(({ v }) => v)) * frame.heightMm;
  return across + down > 0.2 ? (across + down) / 4 : null;
}

/**
 * Returns the lesion nearest to the viewer on a line of sight; null if none is hit. `fromMm` is any
 * point on the line, `towardsViewer` its unit direction.
 */
export function lesionAlong(
  lesions: readonly Lesion[],
  fromMm: Vec3,
  towardsViewer: Vec3,
): Lesion | null {
  let nearest: { readonly lesion: Lesion; readonly near: number } | null = null;
  for (const lesion of lesions) {
    const { centreMm, axes, radiiMm } = lesion.body;
    const from = subtract(fromMm, centreMm);
    const scaled = (v: Vec3): readonly number[] =>
      axes.map((axis, n) => dot(v, axis) / (radiiMm[n] ?? 1));
    // In scaled coordinates the ellipsoid is the unit sphere: solves |p + t d|² = 1 for t.
    const [p, d] = [scaled(from), scaled(towardsViewer)];
    const product = (a: readonly number[], b: readonly number[]): number =>
      a.reduce((sum, value, n) => sum + value * (b[n] ?? 0), 0);
    const [a, b, c] = [product(d, d), product(p, d), product(p, p) - 1];
    const root = b * b - a * c;
    if (root < 0) continue;
    const near = (-b + Math.sqrt(root)) / a;
    if (nearest === null || near > nearest.near) nearest = { lesion, near };
  }
  return nearest?.lesion ?? null;
}
