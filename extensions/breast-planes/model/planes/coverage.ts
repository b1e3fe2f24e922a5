import type { VolumeGeometry } from '#geometry';

/** As far from the axis as a picture shows tissue, millimetres: to the outer faces of the last covered voxels. */
export const coveredRadiusMm = ({
  coverageRadiusMm,
  spacingMm: [dx, , dz],
}: VolumeGeometry): number => coverageRadiusMm + Math.max(dx, dz) / 2;

/** Tells of voxel indexes along x and z whether the sweeps came there; the axis goes through the volume's middle. */
export function coverageOf(geometry: VolumeGeometry): (i: number, k: number) => boolean {
  const [nx, , nz] = geometry.sizes;
  const [dx, , dz] = geometry.spacingMm;
  const maxSquared = coveredRadiusMm(geometry) ** 2;
  return (i, k) => {
    const [x, z] = [(i - (nx - 1) / 2) * dx, (k - (nz - 1) / 2) * dz];
    return x * x + z * z <= maxSquared;
  };
}
