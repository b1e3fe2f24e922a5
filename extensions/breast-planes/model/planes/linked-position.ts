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

/** The part of a position that moves a plane along its own normal. */
export type PositionKey = keyof PlanePosition;

const KEY: Readonly<Record<VolumePlane, PositionKey>> = {
  SAG: 'sag',
  TRA: 'tra',
  COR: 'depth',
  RAD: 'rad',
};

export const positionKey = (plane: VolumePlane): PositionKey => KEY[plane];

/** Where a plane may stand: voxel offsets, a voxel index, or degrees; ends included. */
export interface PlaneRange {
  readonly min: number;
  readonly max: number;
  /** The radial plane comes around, the others stop at their ends. */
  readonly wraps: boolean;
}

/** The limits of specification 9: half the size each way, the depth's size, 359 degrees. */
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

/** The position with one plane moved to `value`, held inside its range or brought around. */
export function withPlaneAt(
  volume: VolumeGeometry,
  position: PlanePosition,
  plane: VolumePlane,
  value: number,
): PlanePosition {
  const { min, max, wraps } = planeRange(volume, plane);
  const clamped = wraps ? ((value % 360) + 360) % 360 : Math.min(max, Math.max(min, value));
  return { ...position, [KEY[plane]]: clamped };
}

/** Scrolls a plane by whole steps: voxels, or degrees for the radial plane. */
export function stepPlane(
  volume: VolumeGeometry,
  position: PlanePosition,
  plane: VolumePlane,
  by: number,
): PlanePosition {
  return withPlaneAt(volume, position, plane, position[KEY[plane]] + by);
}

/** Home and End: the first and the last place of a plane. */
export function planeToEnd(
  volume: VolumeGeometry,
  position: PlanePosition,
  plane: VolumePlane,
  end: 'first' | 'last',
): PlanePosition {
  const { min, max } = planeRange(volume, plane);
  return withPlaneAt(volume, position, plane, end === 'first' ? min : max);
}

/** Where reading starts, its radial line is seen beside the two others and not on top of one. */
const START_RAD_DEG = 45;

/** Where reading starts: at the nipple when it is known, else in the middle of the volume. */
export function startPosition(volume: VolumeGeometry, nipple: PlanePosition | null): PlanePosition {
  const middle = (volume.sizes[1] - 1) / 2;
  if (nipple === null) return { sag: 0, tra: 0, depth: middle, rad: START_RAD_DEG };
  return { sag: nipple.sag, tra: nipple.tra, depth: middle, rad: START_RAD_DEG };
}

/** Every plane through one point; the point's own clock angle for the radial plane. */
export function positionThrough(
  volume: VolumeGeometry,
  nippleMm: Vec3 | null,
  pointMm: Vec3,
  fallbackRad: number,
): PlanePosition {
  const { sag, tra, depth, rad } = mmToPosition(volume, nippleMm, pointMm, fallbackRad);
  const clampPlane = (position: PlanePosition, plane: VolumePlane, value: number): PlanePosition =>
    withPlaneAt(volume, position, plane, value);
  const start: PlanePosition = { sag: 0, tra: 0, depth: 0, rad: 0 };
  return clampPlane(
    clampPlane(clampPlane(clampPlane(start, 'SAG', sag), 'TRA', tra), 'COR', depth),
    'RAD',
    rad,
  );
}

/**
 * A click in one plane moves the others through the point that was hit; the clicked plane stays,
 * so that a click never changes the picture under the pointer.
 */
export function positionAfterClick(
  volume: VolumeGeometry,
  nippleMm: Vec3 | null,
  position: PlanePosition,
  clicked: VolumePlane,
  pointMm: Vec3,
): PlanePosition {
  const moved = positionThrough(volume, nippleMm, pointMm, position.rad);
  const key = KEY[clicked];
  return { ...moved, [key]: position[key] };
}

/**
 * A position of before inside the volume as it is now: the same place in the tissue, though another
 * reconstruction counts other voxels. One that came without its volume is taken to count these.
 */
export function clampToVolume(
  volume: VolumeGeometry,
  before: PlanePosition,
  countedIn: VolumeGrid | null,
): PlanePosition {
  const same = countedIn === null || sameGrid(countedIn, volume);
  const converted = same ? before : positionInGrid(countedIn, volume, before);
  return VOLUME_PLANES.reduce(
    (position, plane) => withPlaneAt(volume, position, plane, converted[KEY[plane]]),
    converted,
  );
}
