import { fail, ok, type Result } from '#foundation';
import { length, scale, type Vec3 } from '#geometry';
import type { ElementArray, MetaImage, Nrrd, Scaling } from '#volume';
import { noSpacing, notNumbers, notThreeAxes, rawSweep } from './import-problems.ts';

/** Signs that convert the axes of an NRRD space to left, posterior, head. */
const TO_LPS: Readonly<Record<string, Vec3>> = {
  'left-posterior-superior': [1, 1, 1],
  lps: [1, 1, 1],
  'right-anterior-superior': [-1, -1, 1],
  ras: [-1, -1, 1],
  'left-anterior-superior': [1, -1, 1],
  las: [1, -1, 1],
  '3d-left-handed': [1, 1, -1],
};

/**
 * Converts a 3D NRRD image to the import format: bytes in file order, axes in a right-handed space.
 * Scales other number types to bytes over their own range.
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
    offset: turned(vec3(nrrd.spaceOrigin ?? []) ?? [0, 0, 0], signs),
    directions: [
      scale(turned(steps[0], signs), 1 / spacingMm[0]),
      scale(turned(steps[1], signs), 1 / spacingMm[1]),
      scale(turned(steps[2], signs), 1 / spacingMm[2]),
    ],
    elementType: nrrd.type,
    header: headerFields(nrrd),
    ...bytes,
  });
}

function signsOf(space: string | undefined): Vec3 {
  const name = space?.toLowerCase() ?? '';
  return (Object.hasOwn(TO_LPS, name) ? TO_LPS[name] : undefined) ?? [1, 1, 1];
}

const turned = (v: Vec3, signs: Vec3): Vec3 => [v[0] * signs[0], v[1] * signs[1], v[2] * signs[2]];

function vec3(numbers: readonly number[]): Vec3 | null {
  const [x, y, z] = numbers;
  if (numbers.length !== 3 || x === undefined || y === undefined || z === undefined) return null;
  return [x, y, z];
}

/** Returns the step vector of each axis; null when the file gives none. */
function axisSteps(nrrd: Nrrd): readonly [Vec3, Vec3, Vec3] | null {
  const [i, j, k] = nrrd.spaceDirections ?? alongAxes(nrrd.spacings);
  const steps = [vec3(i ?? []), vec3(j ?? []), vec3(k ?? [])] as const;
  const [a, b, c] = steps;
  if (a === null || b === null || c === null) return null;
  const isRegular = [a, b, c].every((step) => step.every(Number.isFinite) && length(step) > 0);
  return isRegular ? [a, b, c] : null;
}

function alongAxes(spacings: Nrrd['spacings']): (number[] | null)[] {
  return [0, 1, 2].map((axis) => {
    const spacing = spacings?.[axis] ?? null;
    return spacing === null ? null : [0, 1, 2].map((at) => (at === axis ? spacing : 0));
  });
}

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
  for (let at = 0; at < data.length; at++) {
    bytes[at] = Math.round(((data[at] ?? low) - low) * factor);
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
