import { describe, expect, it } from 'vitest';
import type { Vec3 } from '#geometry';
import { hd95Mm, type VoxelSet } from './surface-distance.ts';

/** Returns the voxels of a cube with `size` voxels along each side. */
function cube(size: number, offset: number): VoxelSet {
  const voxels: VoxelSet = new Map();
  for (let i = 0; i < size; i += 1) {
    for (let j = 0; j < size; j += 1) {
      for (let k = 0; k < size; k += 1) {
        const index: Vec3 = [i + offset, j, k];
        voxels.set(index.join(','), index);
      }
    }
  }
  return voxels;
}

describe('the 95 % Hausdorff distance of two voxel sets', () => {
  it('is 0 for equal sets', () => {
    expect(hd95Mm(cube(6, 0), cube(6, 0), 0.5)).toBe(0);
  });

  it('is the shift of a moved cube in millimetres, in both directions', () => {
    expect(hd95Mm(cube(8, 0), cube(8, 3), 0.5)).toBeCloseTo(1.5);
    expect(hd95Mm(cube(8, 3), cube(8, 0), 0.5)).toBeCloseTo(1.5);
  });

  it('is infinite if one set is empty', () => {
    expect(hd95Mm(cube(4, 0), new Map(), 0.5)).toBe(Number.POSITIVE_INFINITY);
  });
});
