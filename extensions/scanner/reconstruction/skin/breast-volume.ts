import type { VolumeGeometry } from '#geometry';
import { type SkinMap, skinDepthAt } from './skin-map.ts';

/**
 * Returns the scanned volume of the breast in ml: covered voxels below the skin. Includes recorded
 * parts of the chest wall, which is not detected; excludes tissue beyond the reach of the beams.
 * Returns null if no skin was found.
 */
export function breastVolumeMl(
  { sizes, spacingMm, originMm }: VolumeGeometry,
  coverage: Uint8Array,
  skin: SkinMap,
): number | null {
  const [nx, ny, nz] = sizes;
  const firstBelow = new Float64Array(nx);
  let voxels = 0;
  for (let k = 0; k < nz; k += 1) {
    for (let i = 0; i < nx; i += 1) {
      const x = originMm[0] + i * spacingMm[0];
      const depth = skinDepthAt(skin, x, originMm[2] + k * spacingMm[2]);
      firstBelow[i] = Number.isNaN(depth)
        ? Number.POSITIVE_INFINITY
        : (depth - originMm[1]) / spacingMm[1];
    }
    for (let j = 0; j < ny; j += 1) {
      const row = nx * (j + ny * k);
      for (let i = 0; i < nx; i += 1) {
        if (coverage[row + i] !== 0 && j >= (firstBelow[i] ?? 0)) voxels += 1;
      }
    }
  }
  const ml = (voxels * spacingMm[0] * spacingMm[1] * spacingMm[2]) / 1000;
  return ml > 0 ? Math.round(ml * 10) / 10 : null;
}
