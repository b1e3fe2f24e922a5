import { rotationAxisMm, voxelToMm } from '#geometry';
import type { ImportedVolume } from './reorient.ts';
import { COVERAGE_KEY } from './volume-nrrd.ts';

/**
 * Returns a volume with the coverage radius that an export of this program stored in its header.
 * Keeps the radius around the corners if no radius is stored, or if the volume shows something
 * outside of it, because another program may have changed the volume since.
 */
export function withStoredCoverage(volume: ImportedVolume): ImportedVolume {
  const coverageRadiusMm = Number(volume.source[COVERAGE_KEY]);
  const { geometry } = volume;
  const isRadius = coverageRadiusMm > 0 && coverageRadiusMm < geometry.coverageRadiusMm;
  if (!isRadius || showsBeyond(volume, coverageRadiusMm)) return volume;
  return { ...volume, geometry: { ...geometry, coverageRadiusMm } };
}

/** Returns whether a voxel farther than a radius and one voxel from the rotation axis is not 0. */
function showsBeyond({ geometry, voxels }: ImportedVolume, radiusMm: number): boolean {
  const [nx, ny, nz] = geometry.sizes;
  const axis = rotationAxisMm(geometry);
  const limitMm = radiusMm + Math.max(geometry.spacingMm[0], geometry.spacingMm[2]);
  for (let k = 0; k < nz; k++) {
    for (let i = 0; i < nx; i++) {
      const [x, , z] = voxelToMm(geometry, [i, 0, k]);
      if (Math.hypot(x - axis.x, z - axis.z) <= limitMm) continue;
      for (let j = 0; j < ny; j++) if (voxels[i + nx * (j + ny * k)] !== 0) return true;
    }
  }
  return false;
}
