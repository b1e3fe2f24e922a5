import type { VolumeGeometry } from '#geometry';

/**
 * Radius in mm around the axis in which images show tissue: up to the outer faces of the last
 * covered voxels.
 */
export const coveredRadiusMm = ({
  coverageRadiusMm,
  spacingMm: [dx, , dz],
}: VolumeGeometry): number => coverageRadiusMm + Math.max(dx, dz) / 2;

/**
 * Returns a test for voxel indices along x and z: whether the sweeps covered the voxel. The
 * rotation axis runs through the centre of the volume.
 */
export function coverageOf(geometry: VolumeGeometry): (i: number, k: number) => boolean {
  const [nx, , nz] = geometry.sizes;
  const [dx, , dz] = geometry.spacingMm;
  const maxSquared = coveredRadiusMm(geometry) ** 2;
  return (i, k) => {
    const [x, z] = [(i - (nx - 1) / 2) * dx, (k - (nz - 1) / 2) * dz];
    return x * x + z * z <= maxSquared;
  };
}

/** Returns the limits of the recorded box along a patient axis, in mm; infinite without a box. */
export function boxRangeMm(
  { recordedBox }: VolumeGeometry,
  axis: 0 | 1 | 2,
): { readonly min: number; readonly max: number } {
  if (recordedBox === undefined) {
    return { min: Number.NEGATIVE_INFINITY, max: Number.POSITIVE_INFINITY };
  }
  const edges = recordedBox.edgesMm.map((edge) => edge[axis]);
  const corner = recordedBox.cornerMm[axis];
  return {
    min: edges.reduce((sum, mm) => sum + Math.min(0, mm), corner),
    max: edges.reduce((sum, mm) => sum + Math.max(0, mm), corner),
  };
}
