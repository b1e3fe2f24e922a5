import type { Vec3, VolumeGrid } from '#geometry';

/** Voxels in a grid, 0 outside a lesion and 1 inside; x fastest. */
export interface MaskBox extends VolumeGrid {
  readonly voxels: Uint8Array;
}

/**
 * Returns the smallest box of a mask that contains all its voxels above 0, which become 1; null if
 * there are none.
 * @param labels values on the grid, x fastest
 */
export function cropMask(
  { sizes, spacingMm, originMm }: VolumeGrid,
  labels: Uint8Array,
): MaskBox | null {
  const [nx, ny] = sizes;
  const first = [Infinity, Infinity, Infinity] as [number, number, number];
  const last = [-1, -1, -1] as [number, number, number];
  for (let idx = 0; idx < labels.length; idx += 1) {
    if (labels[idx] === 0) continue;
    const at = [idx % nx, Math.floor(idx / nx) % ny, Math.floor(idx / (nx * ny))] as const;
    for (const axis of [0, 1, 2] as const) {
      first[axis] = Math.min(first[axis], at[axis]);
      last[axis] = Math.max(last[axis], at[axis]);
    }
  }
  if (last[0] < 0) return null;
  const boxSizes = last.map((end, axis) => end - (first[axis] ?? 0) + 1) as unknown as Vec3;
  const [bx, by, bz] = boxSizes;
  const voxels = new Uint8Array(bx * by * bz);
  for (let z = 0; z < bz; z += 1) {
    for (let y = 0; y < by; y += 1) {
      const row = first[0] + nx * (first[1] + y + ny * (first[2] + z));
      for (let x = 0; x < bx; x += 1) {
        voxels[x + bx * (y + by * z)] = labels[row + x] === 0 ? 0 : 1;
      }
    }
  }
  const boxOrigin = originMm.map((mm, axis) => mm + (first[axis] ?? 0) * (spacingMm[axis] ?? 0));
  return { sizes: boxSizes, spacingMm, originMm: boxOrigin as unknown as Vec3, voxels };
}
