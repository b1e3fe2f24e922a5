import { describe, expect, it } from 'vitest';
import { cropMask } from './crop-mask.ts';

const GRID = { sizes: [4, 3, 2], spacingMm: [0.5, 1, 2], originMm: [-1, 10, 0] } as const;

/** Returns labels on the grid, with a label at each voxel. */
function labelsAt(
  ...voxels: readonly (readonly [x: number, y: number, z: number, label: number])[]
) {
  const labels = new Uint8Array(24);
  for (const [x, y, z, label] of voxels) labels[x + 4 * (y + 3 * z)] = label;
  return labels;
}

describe('cropMask', () => {
  it('returns the smallest box with all voxels of the lesion, in its place', () => {
    const labels = labelsAt([2, 1, 0, 3], [3, 2, 1, 1]);
    expect(cropMask(GRID, labels)).toEqual({
      sizes: [2, 2, 2],
      spacingMm: [0.5, 1, 2],
      originMm: [0, 11, 0],
      voxels: Uint8Array.of(1, 0, 0, 0, 0, 0, 0, 1),
    });
  });

  it('returns the whole grid when the lesion reaches its corners', () => {
    const labels = labelsAt([0, 0, 0, 1], [3, 2, 1, 1]);
    expect(cropMask(GRID, labels)).toEqual({ ...GRID, voxels: labels });
  });

  it('returns null without a voxel', () => {
    expect(cropMask(GRID, labelsAt())).toBeNull();
  });
});
