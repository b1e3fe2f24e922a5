import { rotationAxisMm, type Vec3, type VolumeGeometry } from '#geometry';

/** As far from the axis as a picture shows tissue, millimetres: to the outer faces of the last covered voxels. */
export const coveredRadiusMm = ({
  coverageRadiusMm,
  spacingMm: [dx, , dz],
}: VolumeGeometry): number => coverageRadiusMm + Math.max(dx, dz) / 2;

/** Tells of places (millimetres) whether the sweeps came there. */
export function coverageOf(geometry: VolumeGeometry): (placeMm: Vec3) => boolean {
  const axis = rotationAxisMm(geometry);
  const most = coveredRadiusMm(geometry) ** 2;
  return ([x, , z]) => (x - axis.x) ** 2 + (z - axis.z) ** 2 <= most;
}
