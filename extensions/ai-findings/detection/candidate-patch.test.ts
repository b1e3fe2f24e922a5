import { describe, expect, it } from 'vitest';
import type { DbGrid } from '../volume-features/index.ts';
import { PATCH_LENGTH, PATCH_SIZES, patchLevels, samplePatch } from './candidate-patch.ts';
import type { Candidate } from './candidates.ts';

const SIZES = [40, 30, 40] as const;
const MEDIAN_DB = -20;

/** Grid whose levels grow by 1 dB per mm in depth and 0.1 dB per mm along x. */
function rampGrid(covered: (i: number) => boolean = () => true): DbGrid {
  const [nx, ny, nz] = SIZES;
  const db = new Float32Array(nx * ny * nz);
  const mask = new Float32Array(db.length);
  for (let k = 0; k < nz; k += 1) {
    for (let j = 0; j < ny; j += 1) {
      for (let i = 0; i < nx; i += 1) {
        const index = i + nx * (j + ny * k);
        db[index] = MEDIAN_DB + j + 0.1 * i;
        mask[index] = covered(i) ? 1 : 0;
      }
    }
  }
  return { sizes: SIZES, spacingMm: [1, 1, 1], originMm: [0, 0, 0], db, mask };
}

const candidateAt = (sigmaMm: number): Candidate => ({
  i: 20,
  j: 12,
  k: 20,
  sigmaMm,
  contrastDb: 1,
  curvature: { across: [0, 0], depth: 0 },
});

function patchOf(grid: DbGrid, sigmaMm: number): Float32Array {
  const patch = new Float32Array(PATCH_LENGTH);
  samplePatch(grid, patchLevels(grid, MEDIAN_DB), candidateAt(sigmaMm), patch);
  return patch;
}

const valueAt = (patch: Float32Array, z: number, y: number, x: number): number =>
  patch[x + PATCH_SIZES[2] * (y + PATCH_SIZES[1] * z)] ?? Number.NaN;

describe('the patch of a candidate', () => {
  it.each([1.15, 2.4, 3.8])('follows the levels in steps of the scale %d mm', (sigmaMm) => {
    const patch = patchOf(rampGrid(), sigmaMm);
    // The sixth sample in depth lies at the centre; x lies half a step beside it.
    const half = 0.25 * sigmaMm;
    expect(valueAt(patch, 7, 5, 8)).toBeCloseTo(12 + 0.1 * (20 + half), 1);
    expect(valueAt(patch, 7, 6, 8) - valueAt(patch, 7, 5, 8)).toBeCloseTo(0.4 * sigmaMm, 1);
    expect(valueAt(patch, 7, 5, 9) - valueAt(patch, 7, 5, 8)).toBeCloseTo(0.05 * sigmaMm, 2);
  });

  it('is 0 where no beam reached, and repeats the edge beyond the grid', () => {
    const half = patchOf(
      rampGrid((i) => i < 10),
      1.5,
    );
    expect(valueAt(half, 7, 5, 15)).toBe(0);
    const wide = patchOf(rampGrid(), 6.1);
    expect(wide.every(Number.isFinite)).toBe(true);
    expect(valueAt(wide, 7, 13, 8)).toBeCloseTo(valueAt(wide, 7, 12, 8), 0);
  });
});
