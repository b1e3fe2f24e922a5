import type { PlaceReference } from '#findings';
import {
  type BreastPosition,
  breastPosition,
  clockText,
  depthBelowSkin,
  type Vec3,
} from '#geometry';
import { placeTexts } from '../texts/place-texts.ts';

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
