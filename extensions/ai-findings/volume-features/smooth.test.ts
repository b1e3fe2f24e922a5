import { describe, expect, it } from 'vitest';
import { smooth } from './index.ts';

const grid = { sizes: [41, 31, 21], spacingMm: [1, 0.5, 2], originMm: [0, 0, 0] } as const;
const CENTRE = [20, 15, 10] as const;

const indexOf = (i: number, j: number, k: number): number => i + 41 * (j + 31 * k);

/** Returns the variances in mm² of a smoothed point. */
function variancesOf(values: Float32Array): readonly number[] {
  let total = 0;
  const sums = [0, 0, 0];
  for (let k = 0; k < 21; k += 1) {
    for (let j = 0; j < 31; j += 1) {
      for (let i = 0; i < 41; i += 1) {
        const value = values[indexOf(i, j, k)] ?? 0;
        total += value;
        const offsets = [i - CENTRE[0], (j - CENTRE[1]) * 0.5, (k - CENTRE[2]) * 2];
        for (const [n, mm] of offsets.entries()) sums[n] = (sums[n] ?? 0) + value * mm * mm;
      }
    }
  }
  expect(total).toBeCloseTo(1, 4);
  return sums.map((sum) => sum / total);
}

describe('smoothing a volume', () => {
  it('spreads a point by the standard deviations in millimetres along each axis', () => {
    const values = new Float32Array(41 * 31 * 21);
    values[indexOf(...CENTRE)] = 1;
    const [x, y, z] = variancesOf(smooth(grid, values, [3, 1.5, 4]));
    // Widths of running means are whole voxels, so the result is exact to a quarter of a voxel.
    expect(Math.abs(Math.sqrt(x ?? 0) - 3)).toBeLessThan(0.25);
    expect(Math.abs(Math.sqrt(y ?? 0) - 1.5)).toBeLessThan(0.125);
    expect(Math.abs(Math.sqrt(z ?? 0) - 4)).toBeLessThan(0.5);
  });

  it('leaves the given values unchanged', () => {
    const values = new Float32Array(41 * 31 * 21).fill(1);
    const smoothed = smooth(grid, values, [2, 2, 2]);
    expect(values.every((value) => value === 1)).toBe(true);
    expect(smoothed[indexOf(...CENTRE)]).toBeCloseTo(1, 4);
    expect(smoothed[0]).toBeLessThan(0.5);
  });
});
