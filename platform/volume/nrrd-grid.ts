import { fail, ok, type Problem, type Result } from '#foundation';
import { length, scale, type Vec3 } from '#geometry';
import type { FileGrid } from './file-grid.ts';
import {
  directionComponents,
  impossibleSpacing,
  noDirection,
  noSpacing,
  notMillimetres,
  notSpatial,
  notThreeAxes,
  sweepNotVolume,
  unknownSpace,
  zeroDirection,
} from './grid-problems.ts';
import type { NrrdHeader } from './nrrd.ts';
import { invalidHeader } from './volume-problems.ts';

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
/** Key of the angles in the raw data of a sweep that this program recorded. */
const SWEEP_KEY = 'clockface_clockDeg';
/** Kinds of axes along which samples lie in space, or whose kind is not stated. */
const SPATIAL_KINDS: readonly string[] = ['domain', 'space', 'none', '???'];
/** Part of a spacing by which the length of a direction may differ, because headers round both. */
const SPACING_TOLERANCE = 1e-3;
const MILLIMETRES = /^(?:mm|milli-?met(?:er|re)s?|)$/i;

/**
 * Returns the voxel grid of a 3D image. The header states the patient's axes if it names a patient
 * space and gives directions in it. Problems: IMPORT_IS_A_SWEEP, IMPORT_NOT_THREE_AXES,
 * IMPORT_NOT_SPATIAL, IMPORT_UNKNOWN_SPACE, IMPORT_UNITS, IMPORT_NO_SPACING, IMPORT_SPACING,
 * IMPORT_NO_DIRECTION, IMPORT_DIRECTION_COMPONENTS, IMPORT_ZERO_DIRECTION, VOLUME_HEADER_INVALID.
 * `checkGrid` checks sizes and angles.
 */
export function nrrdGrid(header: NrrdHeader): Result<FileGrid> {
  if (Object.hasOwn(header.keyValues, SWEEP_KEY)) return fail(sweepNotVolume('an angle'));
  const sizes = vec3(header.sizes);
  if (sizes === null) return fail(notThreeAxes(header.sizes.length));
  const otherKind = header.kinds?.findIndex((kind) => !SPATIAL_KINDS.includes(kind.toLowerCase()));
  if (otherKind !== undefined && otherKind >= 0) {
    return fail(notSpatial(otherKind, header.kinds?.[otherKind] ?? ''));
  }
  const space = header.space?.toLowerCase();
  const patientSigns = space === undefined ? undefined : PATIENT_SPACES.get(space);
  const otherSigns: Vec3 | undefined = space === undefined ? [1, 1, 1] : OTHER_SPACES.get(space);
  const signs = patientSigns ?? otherSigns;
  if (signs === undefined) return fail(unknownSpace(header.space ?? ''));
  const units = [...(header.spaceUnits ?? []), ...(header.units ?? [])];
  const foreignUnit = units.find((unit) => !MILLIMETRES.test(unit.trim()));
  if (foreignUnit !== undefined) return fail(notMillimetres(foreignUnit));
  const found = axisSteps(header);
  if (!found.ok) return found;
  const steps = found.value;
  const spacingMm: Vec3 = [length(steps[0]), length(steps[1]), length(steps[2])];
  const offset = vec3(header.spaceOrigin ?? [0, 0, 0]);
  if (offset === null) return fail(originComponents(header.spaceOrigin?.length ?? 0));
  return ok({
    sizes,
    spacingMm,
    offset: withSigns(offset, signs),
    directions: [
      scale(withSigns(steps[0], signs), 1 / spacingMm[0]),
      scale(withSigns(steps[1], signs), 1 / spacingMm[1]),
      scale(withSigns(steps[2], signs), 1 / spacingMm[2]),
    ],
    isInPatient: patientSigns !== undefined && header.spaceDirections !== undefined,
    ...(header.space === undefined || patientSigns !== undefined
      ? {}
      : { openSpace: header.space }),
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

const originComponents = (components: number): Problem =>
  invalidHeader('NRRD', `The 'space origin' has ${components} coordinates; it needs 3.`);

type Steps = readonly [Vec3, Vec3, Vec3];

/** Returns the vector from one voxel to the next along each axis. */
function axisSteps({ spaceDirections, spacings }: NrrdHeader): Result<Steps> {
  if (spaceDirections === undefined) return stepsBySpacings(spacings);
  const steps: Vec3[] = [];
  for (const [axis, direction] of spaceDirections.entries()) {
    if (direction === null) return fail(noDirection(axis));
    const step = vec3(direction);
    if (step === null) return fail(directionComponents(axis, direction.length));
    if (length(step) === 0) return fail(zeroDirection(axis));
    const spacing = spacings?.[axis] ?? length(step);
    if (Math.abs(spacing - length(step)) > SPACING_TOLERANCE * length(step)) {
      const detail = "The fields 'spacings' and 'space directions' state different voxel sizes.";
      return fail(invalidHeader('NRRD', detail));
    }
    steps.push(step);
  }
  const [i, j, k] = steps;
  return i && j && k ? ok([i, j, k]) : fail(notThreeAxes(steps.length));
}

/** Returns the steps of an image without directions: along x, y and z. */
function stepsBySpacings(spacings: NrrdHeader['spacings']): Result<Steps> {
  if (spacings === undefined || spacings.every((spacing) => spacing === null)) {
    return fail(noSpacing(null));
  }
  const missing = spacings.indexOf(null);
  if (missing >= 0) return fail(noSpacing(missing));
  const [i, j, k] = spacings.map((spacing) => spacing ?? 0);
  if (i === undefined || j === undefined || k === undefined) return fail(noSpacing(null));
  if (!(i > 0 && j > 0 && k > 0)) return fail(impossibleSpacing([i, j, k]));
  return ok([
    [i, 0, 0],
    [0, j, 0],
    [0, 0, k],
  ]);
}
