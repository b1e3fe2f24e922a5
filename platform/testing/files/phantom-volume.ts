import type { Vec3 } from '#geometry';
import { metaImageFile } from './meta-image-file.ts';

export const PHANTOM_SIZES: Vec3 = [147, 106, 104];

const CENTRE: Vec3 = [73, 53, 52];
const HALF_AXES: Vec3 = [62, 48, 66];
const BACKGROUND = 20;

/**
 * Returns the grey level of a voxel of the phantom: an ellipsoid on a dark background (20). Inside,
 * the level rises by a different amount along each axis (0.4, 1 and 0.5), from 88 to 216, so that a
 * mirrored or exchanged axis changes the levels. Levels are multiples of 4: pixels between two levels
 * with a fractional mean depend on how the graphics card rounds.
 */
export function phantomVoxel(i: number, j: number, k: number): number {
  const [x, y, z] = [i - CENTRE[0], j - CENTRE[1], k - CENTRE[2]];
  const isInside = Math.hypot(x / HALF_AXES[0], y / HALF_AXES[1], z / HALF_AXES[2]) <= 1;
  return isInside ? 4 * Math.round((152 + 0.4 * x + y + 0.5 * z) / 4) : BACKGROUND;
}

/** Returns all voxels of the phantom; the first index varies fastest. */
export function phantomVoxels(): Uint8Array {
  const [ni, nj, nk] = PHANTOM_SIZES;
  const voxels = new Uint8Array(ni * nj * nk);
  for (let k = 0; k < nk; k++) {
    for (let j = 0; j < nj; j++) {
      for (let i = 0; i < ni; i++) voxels[i + ni * (j + nj * k)] = phantomVoxel(i, j, k);
    }
  }
  return voxels;
}

/** Returns the phantom as a compressed .mha file with voxels of 0.5 mm. */
export function phantomFile(): Buffer {
  return metaImageFile({
    sizes: PHANTOM_SIZES,
    spacingMm: [0.5, 0.5, 0.5],
    offset: [-74.5, 165.25, 29.125],
    voxels: phantomVoxels(),
  });
}
