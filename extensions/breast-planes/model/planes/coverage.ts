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
