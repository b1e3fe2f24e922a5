import type { PlaceReference } from '#findings';
import { breastPosition, clockText, type Vec3 } from '#geometry';

/**
 * A place as facts in reading order: side and clock in minutes, distance from the nipple, depth,
 * quadrant; without a nipple only side and depth are known.
 */
export function placeWords(reference: PlaceReference, pointMm: Vec3): readonly string[] {
  const { side, nippleMm, surfaceYMm, depthReference } = reference;
  const depth = `depth ${Math.round(pointMm[1] - surfaceYMm)} mm`;
  if (nippleMm === null) return [side, depth, 'nipple not set'];
  const place = breastPosition(side, nippleMm, pointMm, surfaceYMm, depthReference);
  return [
    `${side} ${clockText(place.clockDeg, 1)}`,
    `${Math.round(place.distanceFromNippleMm)} mm FN`,
    depth,
    place.quadrant,
  ];
}
