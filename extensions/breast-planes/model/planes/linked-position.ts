import {
  mmToPosition,
  type PlanePosition,
  positionInGrid,
  sameGrid,
  type Vec3,
  VOLUME_PLANES,
  type VolumeGeometry,
  type VolumeGrid,
  type VolumePlane,
} from '#geometry';
import { boxRangeMm } from './coverage.ts';

/** Component of a position that moves a plane along its normal. */
export type PositionKey = Exclude<keyof PlanePosition, 'radialAxisMm'>;

const KEY: Readonly<Record<VolumePlane, PositionKey>> = {
  SAG: 'sag',
  TRA: 'tra',
  COR: 'depth',
  RAD: 'rad',
};

export const positionKey = (plane: VolumePlane): PositionKey => KEY[plane];

/** Limits of a plane's position: voxel offsets, a voxel index, or degrees; both ends inclusive. */
export interface PlaneRange {
  readonly min: number;
  readonly max: number;
  /** Whether the position wraps around (radial plane) or stops at the limits. */
  readonly wraps: boolean;
}

/**
 * Returns the limits of a plane's position: half the size of the volume in voxels to each side for
 * SAG and TRA, 0 to the number of layers for COR, 0° to 359° for RAD.
 */
export function planeRange(volume: Pick<VolumeGeometry, 'sizes'>, plane: VolumePlane): PlaneRange {
  const [nx, ny, nz] = volume.sizes;
  switch (plane) {
    case 'SAG':
      return { min: -nx / 2, max: nx / 2, wraps: false };
    case 'TRA':
      return { min: -nz / 2, max: nz / 2, wraps: false };
    case 'COR':
      return { min: 0, max: ny, wraps: false };
    case 'RAD':
      return { min: 0, max: 359, wraps: true };
  }
}

/** Minimum distance of a slice from the edge of an oblique box, whose outermost part is too thin. */
const BOX_EDGE_VOXELS = 0.25;

/** Axis of the volume across each straight plane. */
const ACROSS = { SAG: 0, COR: 1, TRA: 2 } as const;

/**
 * Returns the positions of the first and the last slice that show tissue, at which scrolling stops:
 * within the centres of the outer voxels, the covered radius and the recorded box.
 */
export function sliceRange(volume: VolumeGeometry, plane: VolumePlane): PlaneRange {
  if (plane === 'RAD') return planeRange(volume, plane);
  const axis = ACROSS[plane];
  const { sizes, spacingMm, originMm, coverageRadiusMm } = volume;
  const middle = (sizes[axis] - 1) / 2;
  const coveredVoxels = plane === 'COR' ? middle : coverageRadiusMm / spacingMm[axis];
  const half = Math.min(middle, coveredVoxels);
  const box = boxRangeMm(volume, axis);
  const [first, last] = [
    Math.max(
      middle - half,
      Math.ceil((box.min - originMm[axis]) / spacingMm[axis] + BOX_EDGE_VOXELS),
    ),
    Math.min(
      middle + half,
      Math.floor((box.max - originMm[axis]) / spacingMm[axis] - BOX_EDGE_VOXELS),
    ),
  ];
  const zeroAt = plane === 'COR' ? 0 : middle;
  return { min: first - zeroAt, max: Math.max(first, last) - zeroAt, wraps: false };
}

/** Returns an angle in 0 to below 360 degrees; keeps one in range exactly, without rounding. */
const wrapAngle = (deg: number): number =>
  deg >= 0 && deg < 360 ? deg : ((deg % 360) + 360) % 360;

/**
 * Returns the position with one plane moved to `value`, clamped to its range or wrapped around. A
 * radial plane with an axis of its own turns back to the nipple.
 */
export function withPlaneAt(
  volume: VolumeGeometry,
  position: PlanePosition,
  plane: VolumePlane,
  value: number,
): PlanePosition {
  const { min, max, wraps } = planeRange(volume, plane);
  const clamped = wraps ? wrapAngle(value) : Math.min(max, Math.max(min, value));
  if (plane !== 'RAD') return { ...position, [KEY[plane]]: clamped };
  return clamped === position.rad
    ? position
    : { ...position, rad: clamped, radialAxisMm: undefined };
}

/**
 * Scrolls a plane by `by` voxels, or degrees for the radial plane, up to the first or last slice with
 * tissue. A plane beyond that slice stays until it is scrolled back.
 */
export function stepPlane(
  volume: VolumeGeometry,
  position: PlanePosition,
  plane: VolumePlane,
  by: number,
): PlanePosition {
  const current = position[KEY[plane]];
  const { min, max, wraps } = sliceRange(volume, plane);
  const value = wraps
    ? current + by
    : Math.min(Math.max(max, current), Math.max(Math.min(min, current), current + by));
  return withPlaneAt(volume, position, plane, value);
}

/** Moves a plane to its first or last slice with tissue; used for Home and End. */
export function planeToEnd(
  volume: VolumeGeometry,
  position: PlanePosition,
  plane: VolumePlane,
  end: 'first' | 'last',
): PlanePosition {
  const { min, max } = sliceRange(volume, plane);
  return withPlaneAt(volume, position, plane, end === 'first' ? min : max);
}

/** Initial radial angle; 45° keeps the radial line apart from the two other lines. */
const START_RAD_DEG = 45;

/** Returns the initial position: at the nipple if known, else at the centre of the volume. */
export function startPosition(volume: VolumeGeometry, nipple: PlanePosition | null): PlanePosition {
  const middle = (volume.sizes[1] - 1) / 2;
  if (nipple === null) return { sag: 0, tra: 0, depth: middle, rad: START_RAD_DEG };
  return { sag: nipple.sag, tra: nipple.tra, depth: middle, rad: START_RAD_DEG };
}

/**
 * Returns the position of all planes through a point, clamped to the volume. The radial angle is
 * the clock angle of the point, or `fallbackRad` (degrees) for a point at the nipple.
 */
export function positionThrough(
  volume: VolumeGeometry,
  nippleMm: Vec3 | null,
  pointMm: Vec3,
  fallbackRad: number,
): PlanePosition {
  return clampToVolume(volume, mmToPosition(volume, nippleMm, pointMm, fallbackRad), null);
}

/**
 * Moves the other planes through the clicked point; the clicked plane stays, so that a click never
 * changes the image under the pointer.
 */
export function positionAfterClick(
  volume: VolumeGeometry,
  nippleMm: Vec3 | null,
  position: PlanePosition,
  clicked: VolumePlane,
  pointMm: Vec3,
): PlanePosition {
  const moved = positionThrough(volume, nippleMm, pointMm, position.rad);
  if (clicked === 'RAD') {
    return { ...moved, rad: position.rad, radialAxisMm: position.radialAxisMm };
  }
  const key = KEY[clicked];
  return { ...moved, [key]: position[key] };
}

/**
 * Converts a saved position to voxels of the current volume, so that the same tissue is shown after
 * another reconstruction, and clamps the position to the volume. `countedIn` is the grid of the
 * saved position; null: the grid of the current volume.
 */
export function clampToVolume(
  volume: VolumeGeometry,
  saved: PlanePosition,
  countedIn: VolumeGrid | null,
): PlanePosition {
  const same = countedIn === null || sameGrid(countedIn, volume);
  const converted = same ? saved : positionInGrid(countedIn, volume, saved);
  return VOLUME_PLANES.reduce(
    (position, plane) => withPlaneAt(volume, position, plane, converted[KEY[plane]]),
    converted,
  );
}
