import {
  type ImageFrame,
  mmToPosition,
  type PlanePosition,
  positionToMm,
  rotationAxisMm,
  type Vec3,
  type VolumeGeometry,
  type VolumePlane,
} from '#geometry';
import { coveredRadiusMm } from './coverage.ts';
import { withPlaneAt } from './linked-position.ts';

/** Tolerance for rounding errors at the rim of the sound field. */
const ROUNDING_MM = 1e-6;

/** Limits of the voxels across and along an axis in mm, at the outer faces. */
interface Extent {
  readonly min: number;
  readonly max: number;
}

function extentOf({ originMm, sizes, spacingMm }: VolumeGeometry, axis: 0 | 1 | 2): Extent {
  const min = originMm[axis] - spacingMm[axis] / 2;
  return { min, max: min + sizes[axis] * spacingMm[axis] };
}

const clamp = (value: number, { min, max }: Extent): number => Math.min(max, Math.max(min, value));

/**
 * Returns whether a point lies in the sound field, where images show tissue: within the voxels and
 * within the covered radius around the rotation axis.
 */
export function isInSoundField(volume: VolumeGeometry, pointMm: Vec3): boolean {
  const [x, , z] = pointMm;
  const axis = rotationAxisMm(volume);
  const inVoxels = ([0, 1, 2] as const).every((index) => {
    const { min, max } = extentOf(volume, index);
    return pointMm[index] >= min - ROUNDING_MM && pointMm[index] <= max + ROUNDING_MM;
  });
  return inVoxels && Math.hypot(x - axis.x, z - axis.z) <= coveredRadiusMm(volume) + ROUNDING_MM;
}

/**
 * Returns the nearest point of an image within the sound field: towards the rotation axis on a
 * coronal image, along the image's horizontal direction on others.
 */
export function clampToSoundField(volume: VolumeGeometry, frame: ImageFrame, pointMm: Vec3): Vec3 {
  const [x, y, z] = pointMm;
  const point: Vec3 = [x, clamp(y, extentOf(volume, 1)), z];
  const isCoronal = frame.down[1] === 0 && frame.right[1] === 0;
  return isCoronal ? clampAround(volume, point) : clampAlong(volume, point, frame.right);
}

function clampAround(volume: VolumeGeometry, [x, y, z]: Vec3): Vec3 {
  const axis = rotationAxisMm(volume);
  const dx = clamp(x, extentOf(volume, 0)) - axis.x;
  const dz = clamp(z, extentOf(volume, 2)) - axis.z;
  const beyond = Math.max(1, Math.hypot(dx, dz) / coveredRadiusMm(volume));
  return [axis.x + dx / beyond, y, axis.z + dz / beyond];
}

/** Moves a point along a direction into the field; a line outside the field ends nearest to it. */
function clampAlong(volume: VolumeGeometry, [x, y, z]: Vec3, direction: Vec3): Vec3 {
  const across = Math.hypot(direction[0], direction[2]);
  if (across === 0) return [x, y, z];
  const [ux, uz] = [direction[0] / across, direction[2] / across];
  const axis = rotationAxisMm(volume);
  // Distances along the line from the point to the foot of the axis, and of the foot to the axis.
  const footMm = (axis.x - x) * ux + (axis.z - z) * uz;
  const offMm = (axis.x - x) * uz - (axis.z - z) * ux;
  const halfChordMm = Math.sqrt(Math.max(0, coveredRadiusMm(volume) ** 2 - offMm ** 2));
  const alongMm = clamp(0, { min: footMm - halfChordMm, max: footMm + halfChordMm });
  return [
    clamp(x + alongMm * ux, extentOf(volume, 0)),
    y,
    clamp(z + alongMm * uz, extentOf(volume, 2)),
  ];
}

/** Direction in which the point where the planes meet moves when a plane is typed. */
const ALONG = { SAG: [0, 0, 1], TRA: [1, 0, 0] } as const;

/**
 * Returns the position with a typed plane clamped to the sound field. A sagittal or transverse plane
 * that leaves the point where the planes meet outside moves the other one inwards.
 */
export function withTypedPlane(
  volume: VolumeGeometry,
  position: PlanePosition,
  plane: VolumePlane,
  value: number,
): PlanePosition {
  if (plane === 'RAD') return withPlaneAt(volume, position, plane, value);
  if (plane === 'COR') {
    return withPlaneAt(volume, position, plane, Math.min(value, volume.sizes[1] - 1));
  }
  const [dx, , dz] = volume.spacingMm;
  const limit = coveredRadiusMm(volume) / (plane === 'SAG' ? dx : dz);
  const typed = withPlaneAt(volume, position, plane, clamp(value, { min: -limit, max: limit }));
  const crossMm = clampAlong(volume, positionToMm(volume, typed), ALONG[plane]);
  const { sag, tra } = mmToPosition(volume, null, crossMm, typed.rad);
  return plane === 'SAG' ? { ...typed, tra } : { ...typed, sag };
}
