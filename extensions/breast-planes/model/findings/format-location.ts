import type { LocationReference } from '#findings';
import {
  type BreastPosition,
  breastPosition,
  clockText,
  depthBelowSkin,
  rotationAxisMm,
  transducerFaceMm,
  type Vec3,
  type VolumeGeometry,
} from '#geometry';
import { locationTexts } from '../../texts/location-texts.ts';
import { fromNippleText } from './distance-unit.ts';

/**
 * Returns the parts of a location in reading order: side and clock position to the minute, distance
 * from the nipple, depth, quadrant. Without a nipple: side, depth and a note that no nipple is set.
 */
export function formatLocation(reference: LocationReference, pointMm: Vec3): readonly string[] {
  const { side, nippleMm } = reference;
  const below = depthBelowSkin(reference, pointMm);
  const depth = locationTexts.depth(Math.round(below.depthMm));
  if (nippleMm === null) return [side, depth, locationTexts.noNipple];
  const location = breastPosition(side, nippleMm, pointMm, below);
  return [
    locationTexts.finding.at(side, formatClock(location, 1)),
    fromNippleText(location.distanceFromNippleMm),
    depth,
    ...(location.quadrant === 'subareolar' ? [] : [locationTexts.quadrants[location.quadrant]]),
  ];
}

/**
 * Returns the clock time rounded to steps of minutes, or 'subareolar' near the nipple, where a
 * clock time depends on fractions of a millimetre.
 */
export function formatClock(
  { quadrant, clockDeg }: Pick<BreastPosition, 'quadrant' | 'clockDeg'>,
  stepMinutes: Parameters<typeof clockText>[1],
): string {
  return quadrant === 'subareolar'
    ? locationTexts.quadrants.subareolar
    : clockText(clockDeg, stepMinutes);
}

/** Returns the row title of a finding, e.g. 'R 10:00 · 32 mm FN · depth 14 mm'. */
export function formatLocationTitle(position: BreastPosition): string {
  const { side, distanceFromNippleMm, depthMm } = position;
  const { at, title } = locationTexts.finding;
  return title([
    at(side, formatClock(position, 60)),
    fromNippleText(distanceFromNippleMm),
    locationTexts.depth(Math.round(depthMm)),
  ]);
}

/**
 * Formats a point in millimetres like the position fields of the planes: right or left and head or
 * feet of the nipple (of the rotation axis while none is set), and depth behind the transducer
 * face, e.g. 'R 28.4 · H 44.7 · P 25.8'.
 */
export function formatLocationMm(
  volume: VolumeGeometry,
  nippleMm: Vec3 | null,
  [x, y, z]: Vec3,
): string {
  const axis = rotationAxisMm(volume);
  const [fromX, , fromZ] = nippleMm ?? [axis.x, 0, axis.z];
  const offsets = [
    [x - fromX, 'L', 'R'],
    [z - fromZ, 'H', 'F'],
    [y - transducerFaceMm(volume), 'P', 'A'],
  ] as const;
  return offsets
    .map(([mm, positive, negative]) =>
      locationTexts.along(mm < 0 ? negative : positive, Math.abs(mm)),
    )
    .join(' · ');
}
