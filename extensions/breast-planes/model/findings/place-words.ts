import type { PlaceReference } from '#findings';
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
import { placeTexts } from '../../texts/place-texts.ts';

/**
 * A place as facts in reading order: side and clock in minutes, distance from the nipple, depth,
 * quadrant; without a nipple only side and depth are known.
 */
export function placeWords(reference: PlaceReference, pointMm: Vec3): readonly string[] {
  const { side, nippleMm } = reference;
  const below = depthBelowSkin(reference, pointMm);
  const depth = placeTexts.depth(Math.round(below.depthMm));
  if (nippleMm === null) return [side, depth, placeTexts.noNipple];
  const place = breastPosition(side, nippleMm, pointMm, below);
  return [
    placeTexts.finding.at(side, clockText(place.clockDeg, 1)),
    placeTexts.fromNipple(Math.round(place.distanceFromNippleMm)),
    depth,
    placeTexts.quadrants[place.quadrant],
  ];
}

/** The row title of a finding, e.g. 'R 10:00 · 32 mm FN · depth 14 mm'. */
export function placeTitle(position: BreastPosition): string {
  const { side, quadrant, clockDeg, distanceFromNippleMm, depthMm } = position;
  const { at, title } = placeTexts.finding;
  const where =
    quadrant === 'subareolar' ? placeTexts.quadrants.subareolar : clockText(clockDeg, 60);
  return title([
    at(side, where),
    placeTexts.fromNipple(Math.round(distanceFromNippleMm)),
    placeTexts.depth(Math.round(depthMm)),
  ]);
}

/**
 * A place in millimetres as the planes' own fields count them: right or left and head or feet of the
 * nipple (of the axis, while none is set), and how far behind the transducer's face, e.g.
 * 'R 28.4 · H 44.7 · P 25.8'.
 */
export function millimetreWords(
  volume: VolumeGeometry,
  nippleMm: Vec3 | null,
  [x, y, z]: Vec3,
): string {
  const axis = rotationAxisMm(volume);
  const [fromX, , fromZ] = nippleMm ?? [axis.x, 0, axis.z];
  const parts = [
    [x - fromX, 'L', 'R'],
    [z - fromZ, 'H', 'F'],
    [y - transducerFaceMm(volume), 'P', 'A'],
  ] as const;
  return parts
    .map(([mm, towards, away]) => placeTexts.along(mm < 0 ? away : towards, Math.abs(mm)))
    .join(' · ');
}
