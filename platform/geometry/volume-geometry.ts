import type { Vec3 } from './vec3.ts';

/**
 * Voxel grid of a volume. Axes are fixed: i → x (left), j → y (depth, posterior), k → z (head), so
 * the y size is the depth. `originMm` is the centre of voxel (0,0,0).
 */
export interface VolumeGrid {
  /** nx, ny, nz in voxels. */
  readonly sizes: Vec3;
  readonly spacingMm: Vec3;
  readonly originMm: Vec3;
}

/** Location of a volume in the patient. */
export interface VolumeGeometry extends VolumeGrid {
  /** Radius covered by the sweeps around the rotation axis; half the width of a radial image. */
  readonly coverageRadiusMm: number;
  /**
   * Recorded tissue of an imported volume that was resampled from oblique axes. Absent: the whole
   * volume, with the transducer face along x and z.
   */
  readonly recordedBox?: RecordedBox | undefined;
}

/** A box at an angle to the patient's axes, in LPS millimetres. */
export interface RecordedBox {
  /** Outer corner at the transducer face from which the edges run. */
  readonly cornerMm: Vec3;
  /** Edges nearest to the patient's left, to depth and to the head, at right angles. */
  readonly edgesMm: readonly [Vec3, Vec3, Vec3];
}

/** Returns whether the edges of a box are finite and run to the left, to depth and to the head. */
export const isRecordedBox = ({ cornerMm, edgesMm }: RecordedBox): boolean =>
  [cornerMm, ...edgesMm].every((vector) => vector.every(Number.isFinite)) &&
  edgesMm.every((edge, axis) => (edge[axis] ?? 0) > 0);

/**
 * Returns the geometry of a scanned volume: centred on the rotation axis in x and z, the transducer
 * face at y = 0 and voxel j at (j + 0.5) · dy.
 */
export function scannedVolumeGeometry(
  sizes: Vec3,
  spacingMm: Vec3,
  coverageRadiusMm: number,
): VolumeGeometry {
  const [nx, , nz] = sizes;
  const [dx, dy, dz] = spacingMm;
  return {
    sizes,
    spacingMm,
    originMm: [(-(nx - 1) / 2) * dx, dy / 2, (-(nz - 1) / 2) * dz],
    coverageRadiusMm,
  };
}

/** Converts a (possibly fractional) voxel index to millimetres. */
export function voxelToMm(volume: VolumeGrid, index: Vec3): Vec3 {
  const { originMm: o, spacingMm: s } = volume;
  return [o[0] + index[0] * s[0], o[1] + index[1] * s[1], o[2] + index[2] * s[2]];
}

/**
 * Converts a point in millimetres to a fractional voxel index, which may lie outside the volume.
 */
export function mmToVoxel(volume: VolumeGrid, pointMm: Vec3): Vec3 {
  const { originMm: o, spacingMm: s } = volume;
  return [(pointMm[0] - o[0]) / s[0], (pointMm[1] - o[1]) / s[1], (pointMm[2] - o[2]) / s[2]];
}

/** Returns the rotation axis (parallel to y): x and z of the volume's centre, in millimetres. */
export function rotationAxisMm(volume: VolumeGrid): { readonly x: number; readonly z: number } {
  const centre = voxelToMm(volume, [(volume.sizes[0] - 1) / 2, 0, (volume.sizes[2] - 1) / 2]);
  return { x: centre[0], z: centre[2] };
}

/** Returns the grid fields of a volume alone. */
export function gridOf({ sizes, spacingMm, originMm }: VolumeGrid): VolumeGrid {
  return { sizes, spacingMm, originMm };
}

/** True if two volumes have the same voxel grid. */
export function sameGrid(a: VolumeGrid, b: VolumeGrid): boolean {
  return (['sizes', 'spacingMm', 'originMm'] as const).every((field) =>
    a[field].every((value, axis) => value === b[field][axis]),
  );
}

/** Returns y of the transducer face: the outer edge of the first depth layer. */
export function transducerFaceMm(volume: VolumeGeometry): number {
  return volume.originMm[1] - volume.spacingMm[1] / 2;
}
