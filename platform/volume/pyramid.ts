import type { Vec3, VolumeGeometry } from '#geometry';
import { voxelToMm } from '#geometry';
import type { Volume } from './volume.ts';

/** Size in voxels of the longest axis at which halving stops. */
const COARSEST_SIZE = 64;

/**
 * Returns coarser copies of a volume, finest first, without the volume itself: each voxel is the
 * rounded mean of 2 × 2 × 2 finer voxels (.5 rounds up); the last layer of an odd size counts
 * twice. Locations in millimetres stay correct: the centre of a coarse voxel is the centre of its
 * finer voxels. For odd sizes the coarse grid extends half a coarse voxel beyond the fine grid, so
 * compute planes and frames from the finest geometry and read only values from a coarse level.
 */
export function buildPyramid(volume: Volume): Volume[] {
  const levels: Volume[] = [];
  let finer = volume;
  while (Math.max(...finer.geometry.sizes) > COARSEST_SIZE) {
    finer = halved(finer);
    levels.push(finer);
  }
  return levels;
}

function halved(volume: Volume): Volume {
  const geometry = halvedGeometry(volume.geometry);
  return { geometry, voxels: boxMeans(volume, geometry.sizes) };
}

function halvedGeometry(fine: VolumeGeometry): VolumeGeometry {
  const factor = (axis: 0 | 1 | 2): number => (fine.sizes[axis] > 1 ? 2 : 1);
  const factors: Vec3 = [factor(0), factor(1), factor(2)];
  const centreOfFirst: Vec3 = [(factors[0] - 1) / 2, (factors[1] - 1) / 2, (factors[2] - 1) / 2];
  const [nx, ny, nz] = fine.sizes;
  const [dx, dy, dz] = fine.spacingMm;
  return {
    ...fine,
    sizes: [Math.ceil(nx / factors[0]), Math.ceil(ny / factors[1]), Math.ceil(nz / factors[2])],
    spacingMm: [dx * factors[0], dy * factors[1], dz * factors[2]],
    originMm: voxelToMm(fine, centreOfFirst),
  };
}

function boxMeans({ geometry, voxels }: Volume, [mx, my, mz]: Vec3): Uint8Array {
  const [nx, ny, nz] = geometry.sizes;
  const out = new Uint8Array(mx * my * mz);
  const rowSums = new Uint16Array(nx);
  let at = 0;
  for (let z = 0; z < mz; z++) {
    const z0 = Math.min(2 * z, nz - 1) * ny;
    const z1 = Math.min(2 * z + 1, nz - 1) * ny;
    for (let y = 0; y < my; y++) {
      const y0 = Math.min(2 * y, ny - 1);
      const y1 = Math.min(2 * y + 1, ny - 1);
      addRows(rowSums, voxels, nx, [z0 + y0, z0 + y1, z1 + y0, z1 + y1]);
      for (let x = 0; x < mx; x++) {
        const left = rowSums[Math.min(2 * x, nx - 1)] ?? 0;
        const right = rowSums[Math.min(2 * x + 1, nx - 1)] ?? 0;
        out[at++] = (left + right + 4) >> 3;
      }
    }
  }
  return out;
}

/** Writes the sums of four rows of voxels, given by row number, to `sums`. */
function addRows(
  sums: Uint16Array,
  voxels: Uint8Array,
  nx: number,
  [a, b, c, d]: readonly [number, number, number, number],
): void {
  const [atA, atB, atC, atD] = [a * nx, b * nx, c * nx, d * nx];
  for (let x = 0; x < nx; x++) {
    sums[x] =
      (voxels[atA + x] ?? 0) +
      (voxels[atB + x] ?? 0) +
      (voxels[atC + x] ?? 0) +
      (voxels[atD + x] ?? 0);
  }
}
