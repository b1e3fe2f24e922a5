import type { ImageFrame, Vec3 } from '#geometry';
import { imageToMm, mmToVoxel } from '#geometry';
import type { Volume } from './volume.ts';

/**
 * Returns the value at a point, 0..255, trilinear between voxel centres. The outer half of a border
 * voxel has the value of that voxel. Returns 0 outside the volume, like an unscanned voxel.
 */
export function sampleTrilinear({ geometry, voxels }: Volume, pointMm: Vec3): number {
  const [nx, ny, nz] = geometry.sizes;
  const [i, j, k] = mmToVoxel(geometry, pointMm);
  if (!(isInside(i, nx) && isInside(j, ny) && isInside(k, nz))) return 0;
  const [x0, x1, fx] = neighbours(i, nx);
  const [y0, y1, fy] = neighbours(j, ny);
  const [z0, z1, fz] = neighbours(k, nz);
  const row = (y: number, z: number): number => {
    const at = nx * (y + ny * z);
    return mix(voxels[at + x0] ?? 0, voxels[at + x1] ?? 0, fx);
  };
  return mix(mix(row(y0, z0), row(y1, z0), fy), mix(row(y0, z1), row(y1, z1), fy), fz);
}

/**
 * Returns the image of a plane, one byte per pixel, rows from the top: pixel (c, r) shows the point
 * at u = (c + 0.5) / widthPx, v = (r + 0.5) / heightPx of the frame. Reference for faster
 * renderers; also renders thumbnails.
 */
export function sliceImage(
  volume: Volume,
  frame: ImageFrame,
  widthPx: number,
  heightPx: number,
): Uint8Array {
  const image = new Uint8Array(widthPx * heightPx);
  let at = 0;
  for (let row = 0; row < heightPx; row++) {
    for (let column = 0; column < widthPx; column++) {
      const pointMm = imageToMm(frame, (column + 0.5) / widthPx, (row + 0.5) / heightPx);
      image[at++] = Math.round(sampleTrilinear(volume, pointMm));
    }
  }
  return image;
}

const isInside = (index: number, size: number): boolean => index >= -0.5 && index <= size - 0.5;

const mix = (a: number, b: number, fraction: number): number => a + (b - a) * fraction;

/** Returns the indices of both neighbouring voxels, and the fraction of the way to the second. */
function neighbours(index: number, size: number): readonly [number, number, number] {
  const clamped = Math.min(size - 1, Math.max(0, index));
  const below = Math.floor(clamped);
  return [below, Math.min(below + 1, size - 1), clamped - below];
}
