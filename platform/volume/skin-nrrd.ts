import { fail, ok, type Problem, problem, type Result } from '#foundation';
import { SKIN_ANGLES, type SkinSurface } from '#geometry';
import type { Nrrd } from './nrrd.ts';

/**
 * Reads the skin from the height map stored by a reconstruction: floats, distance from the rotation
 * axis × clock angle. Shares the data. An invalid map is the Problem SKIN_UNREADABLE.
 */
export function skinFromNrrd({ sizes, type, data, spacings }: Nrrd): Result<SkinSurface> {
  const [radii, angles] = sizes;
  if (sizes.length !== 2 || radii === undefined) {
    return fail(unreadable(`It has ${sizes.length} axes instead of radius and angle.`));
  }
  if (!(data instanceof Float32Array)) return fail(unreadable(`It holds ${type}, not floats.`));
  if (angles !== SKIN_ANGLES) {
    return fail(unreadable(`It has ${angles ?? 0} angles instead of ${SKIN_ANGLES}.`));
  }
  const radiusStepMm = spacings?.[0] ?? null;
  if (radiusStepMm === null || !(radiusStepMm > 0)) {
    return fail(unreadable('It does not say how far its radii are apart.'));
  }
  if (data.every((mm) => !Number.isFinite(mm))) {
    return fail(unreadable('Nothing of the skin was in contact.'));
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
