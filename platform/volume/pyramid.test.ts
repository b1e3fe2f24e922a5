import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mmToVoxel, type Vec3, voxelToMm } from '#geometry';
import { aVolume } from '#testing';
import { buildPyramid, sampleTrilinear, type Volume } from './index.ts';

const size = fc.integer({ min: 1, max: 5 });
const wide = fc.integer({ min: 65, max: 80 });

/** Mean of 2 × 2 × 2 voxels, with the last voxel repeated for a missing neighbour. */
function meanOf({ geometry, voxels }: Volume, [x, y, z]: Vec3): number {
  const [nx, ny, nz] = geometry.sizes;
  let sum = 0;
  for (const dz of [0, 1]) {
    for (const dy of [0, 1]) {
      for (const dx of [0, 1]) {
        const i = Math.min(nx - 1, 2 * x + dx);
        const j = Math.min(ny - 1, 2 * y + dy);
        const k = Math.min(nz - 1, 2 * z + dz);
        sum += voxels[i + nx * (j + ny * k)]!;
      }
    }
  }
  return Math.floor((sum + 4) / 8);
}

describe('coarser levels of a volume', () => {
  it('end when no axis is longer than 64', () => {
    const levels = buildPyramid(aVolume({ sizes: [150, 9, 65] }));
    expect(levels.map((level) => level.geometry.sizes)).toEqual([
      [75, 5, 33],
      [38, 3, 17],
    ]);
    expect(buildPyramid(aVolume({ sizes: [64, 64, 1] }))).toEqual([]);
  });

  it('contain the rounded mean of eight voxels, also for odd sizes', () => {
    fc.assert(
      fc.property(wide, size, size, fc.integer(), (nx, ny, nz, seed) => {
        // Linear congruential generator with the constants of Numerical Recipes.
        let state = seed >>> 0;
        const paint = (): number => {
          state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
          return state >>> 24;
        };
        const volume = aVolume({ sizes: [nx, ny, nz], paint });
        const level = buildPyramid(volume)[0]!;
        const [mx, my, mz] = level.geometry.sizes;
        for (let k = 0; k < mz; k++) {
          for (let j = 0; j < my; j++) {
            for (let i = 0; i < mx; i++) {
              expect(level.voxels[i + mx * (j + my * k)]).toBe(meanOf(volume, [i, j, k]));
            }
          }
        }
      }),
      { numRuns: 20 },
    );
  });

  it('keep the location of every point in millimetres', () => {
    const volume = aVolume({ sizes: [151, 7, 80], spacingMm: [0.4, 0.2, 0.3] });
    for (const { geometry } of buildPyramid(volume)) {
      // The centre of a coarse voxel is the mean centre of its fine voxels.
      const step = geometry.spacingMm.map(
        (spacing, axis) => spacing / volume.geometry.spacingMm[axis]!,
      );
      const index = mmToVoxel(volume.geometry, voxelToMm(geometry, [3, 0, 5]));
      [3, 0, 5].forEach((coarse, axis) => {
        expect(index[axis]).toBeCloseTo((coarse + 0.5) * step[axis]! - 0.5, 9);
      });
    }
  });

  it('keep the value of a ramp at each location', () => {
    const volume = aVolume({ sizes: [256, 4, 4], paint: (_, [i]) => i });
    const pointMm = voxelToMm(volume.geometry, [100.5, 1.5, 1.5]);
    for (const level of buildPyramid(volume)) {
      expect(Math.abs(sampleTrilinear(level, pointMm) - 100.5)).toBeLessThanOrEqual(1);
    }
  });
});
