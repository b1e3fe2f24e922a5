import { imageToMm, type NormalisedPoint, VOLUME_PLANES } from '#geometry';
import { isInSoundField } from '../../model/planes/sound-field.ts';
import type { ReadyImage } from './ready-image.ts';

/**
 * Returns whether a drawing lies outside the image as a whole, or on a slice outside the sound field:
 * all its points and their middle.
 */
export function isOutside(
  { plane, frame, volume }: ReadyImage,
  set: { readonly inside: boolean },
  points: readonly NormalisedPoint[],
): boolean {
  if (!set.inside) return true;
  if (volume === null || points.length === 0 || !VOLUME_PLANES.some((known) => known === plane))
    return false;
  const mean = (coordinate: (point: NormalisedPoint) => number): number =>
    points.reduce((sum, point) => sum + coordinate(point), 0) / points.length;
  const middle = { u: mean(({ u }) => u), v: mean(({ v }) => v) };
  return [...points, middle].every(({ u, v }) => !isInSoundField(volume, imageToMm(frame, u, v)));
}
