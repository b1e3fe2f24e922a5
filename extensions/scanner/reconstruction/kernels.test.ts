import { describe, expect, it } from 'vitest';
import { unwrap } from '#foundation';
import type { Vec3 } from '#geometry';
import type { FrameGeometry, SweepName } from '../model/index.ts';
import { type Reconstruction, reconstruct, reconstructPlainly } from './reconstruct.ts';
import type { RawSweep } from './sweeps/raw-sweep.ts';
import { smallFrame, sweepOf } from './test-support/synthetic-sweep.ts';

const noProgress = async () => undefined;

/** Deterministic values that change as much from sample to sample as speckle does. */
const speckleAt = ([x, y, z]: Vec3): number =>
  128 + 60 * Math.sin(2.1 * x + 0.7 * z) * Math.cos(1.3 * z) + 60 * Math.sin(3.3 * y + x);

/** Every third degree is sufficient for a comparison. */
const CIRCLE = Array.from({ length: 120 }, (_, index) => 3 * index);

const smallSweep = (sweep: SweepName, change: Partial<FrameGeometry> = {}, clockDeg = CIRCLE) =>
  sweepOf(sweep, { ...smallFrame(sweep), ...change }, clockDeg, speckleAt);
const CEN = smallSweep('CEN');
const PER = smallSweep('PER');

/** Reconstructs with the kernels and, on the same grid, with the plain reference. */
async function reconstructBoth(sweeps: readonly RawSweep[], voxelMm: number) {
  const kernel = unwrap(await reconstruct(sweeps, { voxelMm, progress: noProgress }));
  return { kernel, plain: await reconstructPlainly(sweeps, kernel.geometry, noProgress) };
}

function difference(a: Reconstruction, b: Reconstruction) {
  let worst = 0;
  let sum = 0;
  let count = 0;
  for (let index = 0; index < a.voxels.length; index += 1) {
    if (a.coverage[index] === 0) continue;
    const deviation = Math.abs(a.voxels[index]! - b.voxels[index]!);
    worst = Math.max(worst, deviation);
    sum += deviation;
    count += 1;
  }
  return { worst, mean: sum / count };
}

/**
 * Tolerance in grey levels. The kernels round to 8 bits after range, and once more after lines and
 * angles, with weights in 256ths rounded once more where four meet: 3 grey levels at the steepest
 * locations, half a level on average. Where two sweeps meet, the share is tabulated per quarter
 * voxel. The mask is identical.
 */
const MAX_DIFFERENCE = 4;
const MAX_MEAN_DIFFERENCE = 0.6;

describe('the reconstruction kernels', () => {
  it.each<[string, () => readonly RawSweep[], number]>([
    ['an upright sweep', () => [CEN], 0.8],
    ['an untilted sweep with voxels finer than its samples', () => [CEN], 0.25],
    ['a tilted sweep', () => [PER], 0.8],
    ['a tilted sweep whose beams lean inward', () => [smallSweep('PER', { tiltDeg: 5 })], 0.7],
    ['both sweeps, blended', () => [CEN, PER], 0.7],
    ['both sweeps in the other order', () => [PER, CEN], 0.9],
    ['an offset plane', () => [smallSweep('CEN', { planeOffsetMm: 0.8 })], 1],
    [
      'an arc with a gap, and frames in any order',
      () => [
        smallSweep(
          'CEN',
          {},
          Array.from({ length: 91 }, (_, index) => (270 + 2 * ((5 * index) % 91)) % 360),
        ),
      ],
      1,
    ],
    ['voxels much coarser than samples', () => [CEN, PER], 2.5],
    ['few lines and samples', () => [smallSweep('CEN', { lines: 2, samples: 2 })], 0.1],
  ])('match the plain reconstruction for %s', async (_, sweeps, voxelMm) => {
    const { kernel, plain } = await reconstructBoth(sweeps(), voxelMm);
    expect(Buffer.compare(kernel.coverage, plain.coverage)).toBe(0);
    const { worst, mean } = difference(kernel, plain);
    expect(worst).toBeLessThanOrEqual(MAX_DIFFERENCE);
    expect(mean).toBeLessThan(MAX_MEAN_DIFFERENCE);
  });

  it('keep white and black exact, where weights that sum to 257 would overflow', async () => {
    for (const greyLevel of [0, 255]) {
      const sweeps = (['CEN', 'PER'] as const).map((sweep) =>
        sweepOf(sweep, smallFrame(sweep), CIRCLE, () => greyLevel),
      );
      const { voxels, coverage } = unwrap(
        await reconstruct(sweeps, { voxelMm: 0.9, progress: noProgress }),
      );
      const expected = coverage.map((covered) => (covered === 0 ? 0 : greyLevel));
      expect(Buffer.compare(voxels, expected)).toBe(0);
    }
  });
});
