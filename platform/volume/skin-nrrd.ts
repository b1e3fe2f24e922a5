import { fail, ok, type Problem, problem, type Result } from '#foundation';
import { SKIN_ANGLES, type SkinSurface } from '#geometry';
import type { Nrrd } from './nrrd.ts';

/**
 * Returns the skin from the height map that a reconstruction stores: depths in mm as floats, by
 * distance from the rotation axis (first axis) and clock angle. The result shares the data of the
 * image. Fails with SKIN_UNREADABLE for an invalid map.
 */
export function skinFromNrrd({ sizes, type, data, spacings }: Nrrd): Result<SkinSurface> {
  const [radii, angles] = sizes;
  if (sizes.length !== 2 || radii === undefined) {
    return fail(unreadable(`It has ${sizes.length} axes instead of radius and angle.`));
  }
  if (!(data instanceof Float32Array)) return fail(unreadable(`It contains ${type}, not floats.`));
  if (angles !== SKIN_ANGLES) {
    return fail(unreadable(`It has ${angles ?? 0} angles instead of ${SKIN_ANGLES}.`));
  }
  const radiusStepMm = spacings?.[0] ?? null;
  if (radiusStepMm === null || !(radiusStepMm > 0)) {
    return fail(unreadable('It has no radius spacing.'));
  }
  if (data.every((mm) => !Number.isFinite(mm))) {
    return fail(unreadable('No part of the skin was in contact.'));
  }
  return ok({ radii, radiusStepMm, depthMm: data });
}

const unreadable = (detail: string): Problem =>
  problem(
    'SKIN_UNREADABLE',
    'The height map of the skin could not be read',
    detail,
    'Run the 3D reconstruction of this scan again.',
  );
