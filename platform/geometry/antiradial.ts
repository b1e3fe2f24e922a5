import {
  type ImageFrame,
  type PlanePosition,
  positionToMm,
  radialCentreMm,
  radialDirection,
} from './planes.ts';
import { along, dot, subtract, type Vec3 } from './vec3.ts';
import type { VolumeGeometry } from './volume-geometry.ts';
import { mmToVoxel, transducerFaceMm } from './volume-geometry.ts';

/**
 * Where the antiradial plane crosses the radial line: millimetres from the nipple (from the
 * rotation axis without one) in the direction of `rad`, negative on the other side. The plane goes
 * through the place at which sagittal, transverse and coronal meet.
 */
export function antiradialMm(
  volume: VolumeGeometry,
  nippleMm: Vec3 | null,
  position: PlanePosition,
): number {
  const centre = radialCentreMm(volume, nippleMm);
  const [x, , z] = positionToMm(volume, position);
  return dot(subtract([x, 0, z], [centre.x, 0, centre.z]), radialDirection(position.rad));
}

/** The position with the antiradial plane at a distance along the radial line; angle and depth stay. */
export function withAntiradialAt(
  volume: VolumeGeometry,
  nippleMm: Vec3 | null,
  position: PlanePosition,
  distanceMm: number,
): PlanePosition {
  const centre = radialCentreMm(volume, nippleMm);
  const [nx, , nz] = volume.sizes;
  const at = along([centre.x, 0, centre.z], radialDirection(position.rad), distanceMm);
  const [i, , k] = mmToVoxel(volume, at);
  return { ...position, sag: i - (nx - 1) / 2, tra: k - (nz - 1) / 2 };
}

/**
 * The image of the antiradial plane: across the radial line at a distance from the nipple, with
 * depth down. One looks from the nipple outwards, so that the clock runs to the right: at 12 o'clock
 * it is what the transverse plane shows, at 3 o'clock what the sagittal does. As wide as the radial
 * image, centred on the radial line.
 */
export function antiradialFrame(
  volume: VolumeGeometry,
  nippleMm: Vec3 | null,
  radDeg: number,
  distanceMm: number,
): ImageFrame {
  const centre = radialCentreMm(volume, nippleMm);
  const [x, , z] = radialDirection(radDeg);
  const right: Vec3 = [z, 0, -x];
  const middle = along([centre.x, transducerFaceMm(volume), centre.z], [x, 0, z], distanceMm);
  const widthMm = 2 * volume.coverageRadiusMm;
  return {
    originMm: along(middle, right, -widthMm / 2),
    right,
    down: [0, 1, 0],
    widthMm,
    heightMm: volume.sizes[1] * volume.spacingMm[1],
  };
}
