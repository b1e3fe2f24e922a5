import { fail, ok, type Result } from '#foundation';
import { length, scale, type Vec3 } from '#geometry';
import type { FileGrid } from './file-grid.ts';
import { noSpacing, notMillimetres, notThreeAxes, unknownSpace } from './grid-problems.ts';
import type { NrrdHeader } from './nrrd.ts';

/** Signs of x, y and z that convert the patient spaces of the format to LPS. */
const PATIENT_SPACES: ReadonlyMap<string, Vec3> = new Map<string, Vec3>([
  ['left-posterior-superior', [1, 1, 1]],
  ['lps', [1, 1, 1]],
  ['right-anterior-superior', [-1, -1, 1]],
  ['ras', [-1, -1, 1]],
  ['left-anterior-superior', [1, -1, 1]],
  ['las', [1, -1, 1]],
]);
/** Spaces of the format that don't name patient axes, with the signs that make them right-handed. */
const OTHER_SPACES: ReadonlyMap<string, Vec3> = new Map<string, Vec3>([
  ['scanner-xyz', [1, 1, 1]],
  ['3d-right-handed', [1, 1, 1]],
  ['3d-left-handed', [1, 1, -1]],
]);
const MILLIMETRES = /^(?:mm|milli-?met(?:er|re)s?|)$/i;

/**
 * Returns the voxel grid of a 3D image. The header states the patient's axes if it names a patient
 * space and gives directions in it. Problems: IMPORT_NOT_THREE_AXES, IMPORT_UNKNOWN_SPACE,
 * IMPORT_UNITS, IMPORT_NO_SPACING.
 */
export function nrrdGrid(header: NrrdHeader): Result<FileGrid> {
  const sizes = vec3(header.sizes);
  if (sizes === null) return fail(notThreeAxes(header.sizes.length));
  const space = header.space?.toLowerCase();
  const patientSigns = space === undefined ? undefined : PATIENT_SPACES.get(space);
  const otherSigns: Vec3 | undefined = space === undefined ? [1, 1, 1] : OTHER_SPACES.get(space);
  const signs = patientSigns ?? otherSigns;
  if (signs === undefined) return fail(unknownSpace(header.space ?? ''));
  const units = header.spaceDirections === undefined ? header.units : header.spaceUnits;
  const foreignUnit = units?.find((unit) => !MILLIMETRES.test(unit.trim()));
  if (foreignUnit !== undefined) return fail(notMillimetres(foreignUnit));
  const steps = axisSteps(header);
  if (steps === null) return fail(noSpacing());
  const spacingMm: Vec3 = [length(steps[0]), length(steps[1]), length(steps[2])];
  return ok({
    sizes,
    spacingMm,
    offset: withSigns(vec3(header.spaceOrigin ?? []) ?? [0, 0, 0], signs),
    directions: [
      scale(withSigns(steps[0], signs), 1 / spacingMm[0]),
      scale(withSigns(steps[1], signs), 1 / spacingMm[1]),
      scale(withSigns(steps[2], signs), 1 / spacingMm[2]),
    ],
    isInPatient: patientSigns !== undefined && header.spaceDirections !== undefined,
  });
}

const withSigns = (v: Vec3, signs: Vec3): Vec3 => [
  v[0] * signs[0],
  v[1] * signs[1],
  v[2] * signs[2],
];

function vec3(numbers: readonly number[]): Vec3 | null {
  const [x, y, z] = numbers;
  if (numbers.length !== 3 || x === undefined || y === undefined || z === undefined) return null;
  return [x, y, z];
}

/** Returns the vector from one voxel to the next along each axis; null if missing or invalid. */
function axisSteps(header: NrrdHeader): readonly [Vec3, Vec3, Vec3] | null {
  const [i, j, k] = header.spaceDirections ?? axisAlignedSteps(header.spacings);
  const steps = [vec3(i ?? []), vec3(j ?? []), vec3(k ?? [])] as const;
  const [a, b, c] = steps;
  if (a === null || b === null || c === null) return null;
  const isRegular = [a, b, c].every((step) => step.every(Number.isFinite) && length(step) > 0);
  return isRegular ? [a, b, c] : null;
}

/**
 * Returns the step vectors of an image without directions: along x, y and z; null where unknown.
 */
function axisAlignedSteps(spacings: NrrdHeader['spacings']): (number[] | null)[] {
  return [0, 1, 2].map((axis) => {
    const spacing = spacings?.[axis] ?? null;
    return spacing === null
      ? null
      : [0, 1, 2].map((component) => (component === axis ? spacing : 0));
  });
}
