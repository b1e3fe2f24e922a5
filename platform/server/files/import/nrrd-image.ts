import { fail, ok, type Result } from '#foundation';
import { length, scale, type Vec3 } from '#geometry';
import type { ElementArray, MetaImage, Nrrd, Scaling } from '#volume';
import { noSpacing, notNumbers, notThreeAxes, rawSweep } from './import-problems.ts';

/** Signs of the x, y and z axes that convert an NRRD space to LPS (left, posterior, superior). */
const LPS_SIGNS: Readonly<Record<string, Vec3>> = {
  'left-posterior-superior': [1, 1, 1],
  lps: [1, 1, 1],
  'right-anterior-superior': [-1, -1, 1],
  ras: [-1, -1, 1],
  'left-anterior-superior': [1, -1, 1],
  las: [1, -1, 1],
  '3d-left-handed': [1, 1, -1],
};

/**
 * Converts a 3D NRRD image to the image type of the import: bytes in file order, axes in LPS.
 * Scales values of other types than bytes from their smallest and largest value to 0 to 255.
 */
export function nrrdImage(nrrd: Nrrd): Result<MetaImage> {
  const sizes = vec3(nrrd.sizes);
  if (sizes === null) return fail(notThreeAxes(nrrd.sizes.length));
  if (Object.keys(nrrd.keyValues).includes('clockface_clockDeg')) return fail(rawSweep());
  const steps = axisSteps(nrrd);
  if (steps === null) return fail(noSpacing());
  const bytes = toBytes(nrrd.data);
  if (bytes === null) return fail(notNumbers());
  const spacingMm: Vec3 = [length(steps[0]), length(steps[1]), length(steps[2])];
  const signs = signsOf(nrrd.space);
  return ok({
    sizes,
    spacingMm,
    offset: withSigns(vec3(nrrd.spaceOrigin ?? []) ?? [0, 0, 0], signs),
    directions: [
      scale(withSigns(steps[0], signs), 1 / spacingMm[0]),
      scale(withSigns(steps[1], signs), 1 / spacingMm[1]),
      scale(withSigns(steps[2], signs), 1 / spacingMm[2]),
    ],
    elementType: nrrd.type,
    header: headerFields(nrrd),
    ...bytes,
  });
}

/** Returns the signs of a space; no change for an unknown or missing space. */
function signsOf(space: string | undefined): Vec3 {
  const name = space?.toLowerCase() ?? '';
  return (Object.hasOwn(LPS_SIGNS, name) ? LPS_SIGNS[name] : undefined) ?? [1, 1, 1];
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
function axisSteps(nrrd: Nrrd): readonly [Vec3, Vec3, Vec3] | null {
  const [i, j, k] = nrrd.spaceDirections ?? axisAlignedSteps(nrrd.spacings);
  const steps = [vec3(i ?? []), vec3(j ?? []), vec3(k ?? [])] as const;
  const [a, b, c] = steps;
  if (a === null || b === null || c === null) return null;
  const isRegular = [a, b, c].every((step) => step.every(Number.isFinite) && length(step) > 0);
  return isRegular ? [a, b, c] : null;
}

/**
 * Returns the step vectors of an image without directions: along x, y and z; null where unknown.
 */
function axisAlignedSteps(spacings: Nrrd['spacings']): (number[] | null)[] {
  return [0, 1, 2].map((axis) => {
    const spacing = spacings?.[axis] ?? null;
    return spacing === null
      ? null
      : [0, 1, 2].map((component) => (component === axis ? spacing : 0));
  });
}

/** Returns the values as bytes with the scaling, if any; null when a value is not finite. */
function toBytes(data: ElementArray): { data: Uint8Array; scaling: Scaling | null } | null {
  if (data instanceof Uint8Array) return { data, scaling: null };
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const value of data) {
    if (!Number.isFinite(value)) return null;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  const factor = high > low ? 255 / (high - low) : 0;
  const bytes = new Uint8Array(data.length);
  for (let index = 0; index < data.length; index++) {
    bytes[index] = Math.round(((data[index] ?? low) - low) * factor);
  }
  return { data: bytes, scaling: { low, high } };
}

function headerFields(nrrd: Nrrd): Readonly<Record<string, string>> {
  return {
    ...nrrd.keyValues,
    type: nrrd.type,
    sizes: nrrd.sizes.join(' '),
    ...(nrrd.space === undefined ? {} : { space: nrrd.space }),
  };
}
