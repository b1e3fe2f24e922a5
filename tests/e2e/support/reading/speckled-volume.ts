import { scannedVolumeGeometry, type Vec3, voxelToMm } from '#geometry';
import type { Volume } from '#volume';

export interface Ball {
  readonly atMm: Vec3;
  readonly radiusMm: number;
  readonly greyLevel: number;
}

/**
 * Returns a breast-like volume: speckle inside the covered circle, brighter with depth, and balls of
 * constant grey level.
 */
export function speckledVolume(
  sizes: Vec3,
  spacingMm: number,
  balls: readonly Ball[],
  seed = 1,
): Volume {
  const radiusMm = (Math.min(sizes[0], sizes[2]) / 2) * spacingMm;
  const geometry = scannedVolumeGeometry(sizes, [spacingMm, spacingMm, spacingMm], radiusMm);
  const [nx, ny, nz] = sizes;
  const voxels = new Uint8Array(nx * ny * nz);
  let random = seed;
  for (let idx = 0; idx < voxels.length; idx++) {
    const i = idx % nx;
    const j = Math.floor(idx / nx) % ny;
    const k = Math.floor(idx / (nx * ny));
    const [x, y, z] = voxelToMm(geometry, [i, j, k]);
    // Linear congruential generator (Numerical Recipes).
    random = (Math.imul(random, 1_664_525) + 1_013_904_223) >>> 0;
    if (Math.hypot(x, z) > radiusMm) continue;
    const ball = balls.find(
      ({ atMm, radiusMm: r }) => Math.hypot(x - atMm[0], y - atMm[1], z - atMm[2]) <= r,
    );
    const tissue = 70 + (40 * j) / ny + 15 * Math.sin(x / 6) * Math.cos(z / 7);
    voxels[idx] =
      ball?.greyLevel ?? Math.max(1, Math.min(255, tissue + ((random >>> 24) / 255 - 0.5) * 50));
  }
  return { geometry, voxels };
}
