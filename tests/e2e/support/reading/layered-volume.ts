import { distance, scannedVolumeGeometry, type Vec3, voxelToMm } from '#geometry';
import type { Volume } from '#volume';

export interface DarkBall {
  readonly atMm: Vec3;
  readonly radiusMm: number;
}

/**
 * Returns a volume whose vertical slices resemble B-mode images in their grey levels: bright skin,
 * speckled tissue that darkens with depth, and a dark ball with a border that blurs over a tenth of
 * its radius.
 */
export function layeredVolume(sizes: Vec3, spacingMm: number, ball: DarkBall): Volume {
  const radiusMm = (Math.min(sizes[0], sizes[2]) / 2) * spacingMm;
  const geometry = scannedVolumeGeometry(sizes, [spacingMm, spacingMm, spacingMm], radiusMm);
  const [nx, ny, nz] = sizes;
  let random = 1;
  const voxels = Uint8Array.from({ length: nx * ny * nz }, (_, idx) => {
    const index: Vec3 = [idx % nx, Math.floor(idx / nx) % ny, Math.floor(idx / (nx * ny))];
    const mm = voxelToMm(geometry, index);
    const [x, depthMm, z] = mm;
    if (Math.hypot(x, z) > radiusMm) return 0;
    const outside = (distance(mm, ball.atMm) / ball.radiusMm - 0.95) / 0.1;
    const share = Math.min(1, Math.max(0, outside));
    const tissue = depthMm < 2 ? 210 : 175 - 3 * depthMm + 20 * Math.sin(depthMm / 2.6 + x / 9);
    // Linear congruential generator (Numerical Recipes); speckle of up to 15 %.
    random = (Math.imul(random, 1_664_525) + 1_013_904_223) >>> 0;
    const speckle = 1 + 0.3 * (random / 2 ** 32 - 0.5);
    return Math.round((14 + (tissue - 14) * share) * speckle);
  });
  return { geometry, voxels };
}
