import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { unwrap } from '#foundation';
import { mmToVoxel, type Vec3, voxelToMm } from '#geometry';
import type { FrameGeometry } from '../model/index.ts';
import { correlation } from '../simulator/test-support/block.ts';
import { type Reconstruction, reconstruct } from './reconstruct.ts';
import { exactWeight } from './sweeps/angle-table.ts';
import type { RawSweep } from './sweeps/raw-sweep.ts';
import { CIRCLE, smallFrame, sweepOf } from './test-support/synthetic-sweep.ts';

const VOXEL_MM = 0.5;
const reconstructVolume = async (
  sweeps: readonly RawSweep[],
  voxelMm = VOXEL_MM,
): Promise<Reconstruction> =>
  unwrap(await reconstruct(sweeps, { voxelMm, progress: async () => undefined }));

const bothSweeps = (
  greyLevelAt: (point: Vec3) => number,
  change: Partial<FrameGeometry> = {},
): RawSweep[] =>
  (['CEN', 'PER'] as const).map((sweep) =>
    sweepOf(sweep, { ...smallFrame(sweep), ...change }, CIRCLE, greyLevelAt),
  );

/** Returns the grey-weighted centre of all values above 10 within 4 mm of a point. */
function centroid({ geometry, voxels }: Reconstruction, about: Vec3): Vec3 {
  const [nx, ny, nz] = geometry.sizes;
  const sum = [0, 0, 0];
  let weight = 0;
  for (let k = 0; k < nz; k += 1) {
    for (let j = 0; j < ny; j += 1) {
      for (let i = 0; i < nx; i += 1) {
        const greyLevel = voxels[i + nx * (j + ny * k)]!;
        // Excludes the soft border, which would pull the centre towards the centre of the window.
        if (greyLevel <= 10) continue;
        const point = voxelToMm(geometry, [i, j, k]);
        const distanceMm = Math.hypot(
          point[0] - about[0],
          point[1] - about[1],
          point[2] - about[2],
        );
        if (distanceMm > 4) continue;
        for (const axis of [0, 1, 2]) sum[axis]! += greyLevel * point[axis]!;
        weight += greyLevel;
      }
    }
  }
  return [sum[0]! / weight, sum[1]! / weight, sum[2]! / weight];
}

/** Draws bright balls with soft borders at the targets. */
const ballsAt =
  (targets: readonly Vec3[]) =>
  ([x, y, z]: Vec3): number => {
    let greyLevel = 0;
    for (const [tx, ty, tz] of targets) {
      const squaredMm = (x - tx) ** 2 + (y - ty) ** 2 + (z - tz) ** 2;
      if (squaredMm < 16) greyLevel += 240 * Math.exp(-squaredMm / (2 * 0.8 ** 2));
    }
    return greyLevel;
  };

/** Targets in several directions from the axis, and a target near the axis. */
const TARGETS: readonly Vec3[] = [
  [2, 10, 1],
  [0, 15, 25],
  [25, 12, 0],
  [-20, 18, -20],
  [-30, 10, 10],
  [14, 22, -28],
];

describe('reconstruct', () => {
  for (const sweep of ['CEN', 'PER'] as const) {
    it(`puts point targets of the ${sweep} sweep within half a voxel of the truth`, async () => {
      // The peripheral sweep begins 12 mm from the axis.
      const targets = TARGETS.filter(([x, , z]) => sweep === 'CEN' || Math.hypot(x, z) > 18);
      const volume = await reconstructVolume([
        sweepOf(sweep, smallFrame(sweep), CIRCLE, ballsAt(targets)),
      ]);
      for (const target of targets) {
        const centre = centroid(volume, target);
        for (const axis of [0, 1, 2]) {
          expect(Math.abs(centre[axis]! - target[axis]!), `${target}`).toBeLessThan(VOXEL_MM / 2);
        }
      }
    });
  }

  it('correlates with the truth by more than 0.99 when both sweeps are combined', async () => {
    const field = ([x, y, z]: Vec3): number =>
      120 + 50 * Math.sin(x / 5) * Math.cos(z / 6) + 40 * Math.sin(y / 4 + x / 9);
    const { geometry, voxels, coverage } = await reconstructVolume(bothSweeps(field));
    const [nx, ny] = geometry.sizes;
    const greyLevels: number[] = [];
    const truths: number[] = [];
    // Every seventh voxel is enough for the correlation.
    for (let index = 0; index < voxels.length; index += 7) {
      if (coverage[index] === 0) continue;
      const [i, j, k] = [index % nx, Math.floor(index / nx) % ny, Math.floor(index / nx / ny)];
      greyLevels.push(voxels[index]!);
      truths.push(field(voxelToMm(geometry, [i, j, k])));
    }
    expect(greyLevels.length).toBeGreaterThan(50_000);
    expect(correlation(greyLevels, truths)).toBeGreaterThan(0.99);
  });

  it('keeps a constant image constant to the last bit, because the weights sum to exactly 1', async () => {
    const { voxels, coverage } = await reconstructVolume(bothSweeps(() => 201));
    expect(new Set(voxels)).toEqual(new Set([0, 201]));
    const expectedCoverage = voxels.map((greyLevel) => (greyLevel === 201 ? 255 : 0));
    expect(Buffer.compare(expectedCoverage, coverage)).toBe(0);
    for (let t = 0; t <= 1; t += 0.0137) expect(exactWeight(t) + (1 - exactWeight(t))).toBe(1);
  });

  it('writes 0 and no coverage where no beam reaches', async () => {
    const { geometry, voxels, coverage } = await reconstructVolume(bothSweeps(() => 90));
    const indexOf = ([x, y, z]: Vec3): number => {
      const [i, j, k] = mmToVoxel(geometry, [x, y, z]).map(Math.round) as [number, number, number];
      return i + geometry.sizes[0] * (j + geometry.sizes[1] * k);
    };
    const rim = geometry.coverageRadiusMm;
    expect(voxels[indexOf([0.6 * rim, 10, 0.6 * rim])]).toBe(90);
    for (const point of [
      [0.8 * rim, 10, 0.8 * rim],
      [rim - 1, 29, 0],
    ] as const) {
      expect(voxels[indexOf(point)], `${point}`).toBe(0);
      expect(coverage[indexOf(point)], `${point}`).toBe(0);
    }
  });

  it('leaves the gap of an arc empty instead of filling it from the ends of the arc', async () => {
    const upperHalf = Array.from({ length: 181 }, (_, i) => (270 + i) % 360);
    const { geometry, coverage } = await reconstructVolume([
      sweepOf('CEN', smallFrame('CEN'), upperHalf, () => 90),
    ]);
    const covered = (x: number, z: number): boolean => {
      const [i, j, k] = mmToVoxel(geometry, [x, 10, z]).map(Math.round) as [number, number, number];
      return coverage[i + geometry.sizes[0] * (j + geometry.sizes[1] * k)] === 255;
    };
    expect(covered(0, 20)).toBe(true);
    expect(covered(20, 3)).toBe(true);
    expect(covered(0, -20)).toBe(false);
    expect(covered(20, -5)).toBe(false);
  });

  it('corrects an offset plane and any order of frames from the header', async () => {
    const target: Vec3 = [-12, 14, 20];
    const offset = await reconstructVolume(bothSweeps(ballsAt([target]), { planeOffsetMm: 0.8 }));
    expect(Math.abs(centroid(offset, target)[0] - target[0])).toBeLessThan(VOXEL_MM / 2);
    expect(Math.abs(centroid(offset, target)[2] - target[2])).toBeLessThan(VOXEL_MM / 2);
    const backwards = [...CIRCLE].reverse();
    const frame = smallFrame('CEN');
    const [forwardsVolume, backwardsVolume] = await Promise.all([
      reconstructVolume([sweepOf('CEN', frame, CIRCLE, ballsAt([target]))]),
      reconstructVolume([sweepOf('CEN', frame, backwards, ballsAt([target]))]),
    ]);
    expect(Buffer.compare(forwardsVolume.voxels, backwardsVolume.voxels)).toBe(0);
  });

  it('returns the same bytes every time', async () => {
    const hash = async (): Promise<string> =>
      createHash('sha256')
        .update((await reconstructVolume(bothSweeps(ballsAt(TARGETS)), 1)).voxels)
        .digest('hex');
    expect(await hash()).toBe(await hash());
  });

  it('stops between two chunks when cancelled', async () => {
    const doneCounts: number[] = [];
    const stopping = reconstruct(
      bothSweeps(() => 90),
      {
        voxelMm: VOXEL_MM,
        progress: async (done) => {
          doneCounts.push(done);
          if (done >= 16) throw new DOMException('stopped', 'AbortError');
        },
      },
    );
    await expect(stopping).rejects.toThrow('stopped');
    // A chunk has 8 slabs.
    expect(doneCounts).toEqual([0, 8, 16]);
  });

  it('rejects an impossible volume and names the problem', async () => {
    const result = await reconstruct([], { voxelMm: 0.5, progress: async () => undefined });
    expect(result.ok ? null : result.problem.code).toBe('VOLUME_SIZE_IMPOSSIBLE');
  });
});
