import { fieldError } from '#contracts';
import { type CountedPosition, coordinatesOutside } from '#findings';
import type { VolumeGrid } from '#geometry';
import { ValidationErrorResponse } from '../../http/error-response.ts';

/** More voxels than any volume has, for positions that are sent before the volume exists. */
const LARGEST: VolumeGrid = {
  sizes: [10_000, 5_000, 10_000],
  spacingMm: [1, 1, 1],
  originMm: [0, 0, 0],
};

/**
 * Returns an error with one entry per coordinate outside the volume; null inside. Without a volume
 * the grid of the position counts; without both, the largest possible volume.
 * @param path prefix of the fields with a trailing point, empty at the top of the body
 */
export function validatePosition(
  volume: VolumeGrid | null,
  position: CountedPosition,
  path = '',
): ValidationErrorResponse | null {
  const grid = volume ?? position.grid ?? null;
  const outside = coordinatesOutside(grid ?? LARGEST, position);
  if (outside.length === 0) return null;
  return new ValidationErrorResponse(
    outside.map(({ key, minimum, maximum }) =>
      fieldError(`${path}${key}`, 'POSITION_OUTSIDE_VOLUME', { minimum, maximum }),
    ),
  );
}
