import type { Vec3 } from './vec3.ts';
import { add, along, cross, scale } from './vec3.ts';
import type { VolumeGeometry, VolumeGrid } from './volume-geometry.ts';
import { mmToVoxel, rotationAxisMm, transducerFaceMm, voxelToMm } from './volume-geometry.ts';

/** The four planes resliced from a volume; excludes the raw frames CEN and PER. */
export type VolumePlane = 'SAG' | 'COR' | 'RAD' | 'TRA';

export const VOLUME_PLANES: readonly VolumePlane[] = ['COR', 'TRA', 'SAG', 'RAD'];

/**
 * Positions of the four planes. `sag` (+ to the patient's left) and `tra` (+ to the head) are
 * signed voxel offsets from the volume's centre, `depth` is a voxel index, `rad` is the clock angle
 * in degrees (0 at 12 o'clock, clockwise facing the patient).
 */
export interface PlanePosition {
  readonly sag: number;
  readonly tra: number;
  readonly depth: number;
  readonly rad: number;
  /**
   * Axis of a radial plane that does not run through the nipple, in LPS millimetres: that of the
   * image in which a mark was drawn before the nipple moved. Absent: the nipple.
   */
  readonly radialAxisMm?: RadialAxis | undefined;
}

/** Position of a depth axis, in LPS millimetres. */
export interface RadialAxis {
  readonly x: number;
  readonly z: number;
}

/** Location of an image in the patient: top left outer corner, two unit directions, size. */
export interface ImageFrame {
  readonly originMm: Vec3;
  readonly right: Vec3;
  readonly down: Vec3;
  readonly widthMm: number;
  readonly heightMm: number;
}

export interface ViewVectors {
  /** Unit normal towards the viewer. */
  readonly normal: Vec3;
  readonly up: Vec3;
}

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Returns the unit direction of a clock angle in the coronal plane. */
export function radialDirection(clockDeg: number): Vec3 {
  return [Math.sin(radians(clockDeg)), 0, Math.cos(radians(clockDeg))];
}

/** Returns the view vectors of a plane; image right = up × normal. */
export function viewVectors(plane: VolumePlane, radDeg: number): ViewVectors {
  switch (plane) {
    case 'COR':
      return { normal: [0, -1, 0], up: [0, 0, 1] };
    case 'TRA':
      return { normal: [0, 0, -1], up: [0, -1, 0] };
    case 'SAG':
      return { normal: [-1, 0, 0], up: [0, -1, 0] };
    case 'RAD':
      return {
        normal: [Math.cos(radians(radDeg)), 0, -Math.sin(radians(radDeg))],
        up: [0, -1, 0],
      };
  }
}

/**
 * Returns x and z of the axis about which radial planes turn: the nipple, or the rotation axis
 * without a nipple.
 */
export function radialCentreMm(volume: VolumeGrid, nippleMm: Vec3 | null): RadialAxis {
  return nippleMm === null ? rotationAxisMm(volume) : { x: nippleMm[0], z: nippleMm[2] };
}

/** Returns the axis on which the radial image of a position is centred. */
export function radialAxisMm(
  volume: VolumeGrid,
  nippleMm: Vec3 | null,
  position: Pick<PlanePosition, 'radialAxisMm'>,
): RadialAxis {
  return position.radialAxisMm ?? radialCentreMm(volume, nippleMm);
}

/** Returns the point in millimetres where the sagittal, transverse and coronal planes meet. */
export function positionToMm(volume: VolumeGrid, position: PlanePosition): Vec3 {
  const [nx, , nz] = volume.sizes;
  return voxelToMm(volume, [
    (nx - 1) / 2 + position.sag,
    position.depth,
    (nz - 1) / 2 + position.tra,
  ]);
}

/**
 * Returns the plane positions through a point; `rad` becomes the point's clock angle unless the
 * point lies on the centre.
 */
export function mmToPosition(
  volume: VolumeGrid,
  nippleMm: Vec3 | null,
  pointMm: Vec3,
  fallbackRad: number,
): PlanePosition {
  const [nx, , nz] = volume.sizes;
  const index = mmToVoxel(volume, pointMm);
  const centre = radialCentreMm(volume, nippleMm);
  const dx = pointMm[0] - centre.x;
  const dz = pointMm[2] - centre.z;
  const onCentre = Math.hypot(dx, dz) < Math.min(volume.spacingMm[0], volume.spacingMm[2]) / 2;
  return {
    sag: index[0] - (nx - 1) / 2,
    tra: index[2] - (nz - 1) / 2,
    depth: index[1],
    rad: onCentre ? fallbackRad : clockAngleDeg(dx, dz),
  };
}

/**
 * Converts a position from the voxels of one volume to those of another: the same point in the
 * patient, also outside the volume. Angle and axis of the radial plane stay unchanged.
 */
export function positionInGrid(
  from: VolumeGrid,
  to: VolumeGrid,
  position: PlanePosition,
): PlanePosition {
  const { sag, tra, depth } = mmToPosition(to, null, positionToMm(from, position), position.rad);
  return { ...position, sag, tra, depth };
}

/**
 * Returns the clock angle of an offset in the coronal plane, at least 0 and below 360, clockwise
 * facing the patient; the same formula applies to both breasts.
 */
export function clockAngleDeg(dxMm: number, dzMm: number): number {
  const degrees = (Math.atan2(dxMm, dzMm) * 180) / Math.PI;
  const around = degrees < 0 ? degrees + 360 : degrees;
  // Rounding makes tiny negative angles a full turn.
  return around >= 360 ? 0 : around;
}

/** Difference in degrees around the circle up to which two radial angles count as equal. */
export const RADIAL_TOLERANCE_DEG = 1 / 256;

export function sameRadialAngle(aDeg: number, bDeg: number): boolean {
  const around = (((aDeg - bDeg) % 360) + 360) % 360;
  return Math.min(around, 360 - around) <= RADIAL_TOLERANCE_DEG;
}

/**
 * Returns the width in mm of a radial image that is centred on an axis and contains all covered
 * tissue: twice the coverage radius, measured from this axis.
 */
export function radialWidthMm(volume: VolumeGeometry, axis: RadialAxis): number {
  const { x, z } = rotationAxisMm(volume);
  return 2 * (volume.coverageRadiusMm + Math.hypot(axis.x - x, axis.z - z));
}

/**
 * Returns width and height of a plane's image in millimetres, independent of zoom and panel. `axis`
 * is the axis on which a radial image is centred; absent: the rotation axis.
 */
export function imageSizeMm(
  volume: VolumeGeometry,
  plane: VolumePlane,
  axis: RadialAxis = rotationAxisMm(volume),
): { readonly widthMm: number; readonly heightMm: number } {
  const [nx, ny, nz] = volume.sizes;
  const [dx, dy, dz] = volume.spacingMm;
  switch (plane) {
    case 'COR':
      return { widthMm: nx * dx, heightMm: nz * dz };
    case 'TRA':
      return { widthMm: nx * dx, heightMm: ny * dy };
    case 'SAG':
      return { widthMm: nz * dz, heightMm: ny * dy };
    case 'RAD':
      return { widthMm: radialWidthMm(volume, axis), heightMm: ny * dy };
  }
}

/**
 * Returns the point, at the transducer face, on which the plane's image is centred horizontally.
 */
function imageAnchorMm(
  volume: VolumeGeometry,
  plane: VolumePlane,
  nippleMm: Vec3 | null,
  position: PlanePosition,
): Vec3 {
  const axis = rotationAxisMm(volume);
  const at = positionToMm(volume, position);
  const face = transducerFaceMm(volume);
  switch (plane) {
    case 'COR':
      return [axis.x, at[1], axis.z];
    case 'TRA':
      return [axis.x, face, at[2]];
    case 'SAG':
      return [at[0], face, axis.z];
    case 'RAD': {
      const radialAxis = radialAxisMm(volume, nippleMm, position);
      return [radialAxis.x, face, radialAxis.z];
    }
  }
}

/**
 * Returns the frame of a plane's image in the patient, depending only on volume, nipple and
 * position. COR is nx × nz voxels, TRA nx × ny, SAG nz × ny, RAD twice the coverage radius about its
 * axis (`radialWidthMm`) × ny.
 */
export function imageFrame(
  volume: VolumeGeometry,
  plane: VolumePlane,
  nippleMm: Vec3 | null,
  position: PlanePosition,
): ImageFrame {
  const { normal, up } = viewVectors(plane, position.rad);
  const right = cross(up, normal);
  const down = scale(up, -1);
  const radialAxis = radialAxisMm(volume, nippleMm, position);
  const { widthMm, heightMm } = imageSizeMm(volume, plane, radialAxis);
  const anchor = imageAnchorMm(volume, plane, nippleMm, position);
  const topMiddle = plane === 'COR' ? along(anchor, down, -heightMm / 2) : anchor;
  return { originMm: along(topMiddle, right, -widthMm / 2), right, down, widthMm, heightMm };
}

/** Converts image coordinates 0..1 (u right, v down) to millimetres. */
export function imageToMm(frame: ImageFrame, u: number, v: number): Vec3 {
  return add(
    frame.originMm,
    add(scale(frame.right, u * frame.widthMm), scale(frame.down, v * frame.heightMm)),
  );
}
