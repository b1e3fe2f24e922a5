import {
  type ImageFrame,
  type PlanePosition,
  positionToMm,
  radialAxisMm,
  radialCentreMm,
  radialDirection,
  radialWidthMm,
} from './planes.ts';
import { along, dot, subtract, type Vec3 } from './vec3.ts';
import type { VolumeGeometry } from './volume-geometry.ts';
import { mmToVoxel, transducerFaceMm } from './volume-geometry.ts';

/**
 * Returns the intersection of antiradial plane and radial line: millimetres from the nipple (from
 * the rotation axis without a nipple) along `rad`, negative on the opposite side. The plane
 * contains the point where the sagittal, transverse and coronal planes meet.
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

/**
 * Returns the position with the antiradial plane at a distance along the radial line; angle and
 * depth stay unchanged.
 */
export function withAntiradialAt(
  volume: VolumeGeometry,
  nippleMm: Vec3 | null,
  position: PlanePosition,
  distanceMm: number,
): PlanePosition {
  const foot = radialFootMm(volume, nippleMm, position);
  const [nx, , nz] = volume.sizes;
  const at = along(foot, radialDirection(position.rad), distanceMm);
  const [i, , k] = mmToVoxel(volume, at);
  return { ...position, sag: i - (nx - 1) / 2, tra: k - (nz - 1) / 2 };
}

/**
 * Returns the image of the antiradial plane: orthogonal to the radial line at a distance from the
 * nipple, with depth down. The view is from the nipple outwards, so that the clock runs to the
 * right: at 12 o'clock like the transverse plane, at 3 o'clock like the sagittal plane. The image
 * has the width of the radial image and is centred on the radial line.
 */
export function antiradialFrame(
  volume: VolumeGeometry,
  nippleMm: Vec3 | null,
  position: Pick<PlanePosition, 'rad' | 'radialAxisMm'>,
  distanceMm: number,
): ImageFrame {
  const [footX, , footZ] = radialFootMm(volume, nippleMm, position);
  const [x, , z] = radialDirection(position.rad);
  const right: Vec3 = [z, 0, -x];
  const middle = along([footX, transducerFaceMm(volume), footZ], [x, 0, z], distanceMm);
  const widthMm = radialWidthMm(volume, radialAxisMm(volume, nippleMm, position));
  return {
    originMm: along(middle, right, -widthMm / 2),
    right,
    down: [0, 1, 0],
    widthMm,
    heightMm: volume.sizes[1] * volume.spacingMm[1],
  };
}

/**
 * Returns the point of the radial plane nearest to the nipple (at y = 0): the nipple itself, unless
 * the plane has an axis of its own.
 */
function radialFootMm(
  volume: VolumeGeometry,
  nippleMm: Vec3 | null,
  position: Pick<PlanePosition, 'rad' | 'radialAxisMm'>,
): Vec3 {
  const centre = radialCentreMm(volume, nippleMm);
  const radialAxis = radialAxisMm(volume, nippleMm, position);
  const direction = radialDirection(position.rad);
  const fromAxis: Vec3 = [centre.x - radialAxis.x, 0, centre.z - radialAxis.z];
  return along([radialAxis.x, 0, radialAxis.z], direction, dot(fromAxis, direction));
}
