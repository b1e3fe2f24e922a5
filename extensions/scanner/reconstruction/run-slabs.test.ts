import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { unwrap } from '#foundation';
import { openKernel } from './kernels/kernel-memory.ts';
import { reconstruct, volumeGeometryOf } from './reconstruct.ts';
import { runSlabs } from './run-slabs.ts';
import { smallFrame, sweepOf } from './test-support/synthetic-sweep.ts';
import { noiseAt } from './test-support/value-noise.ts';

const noProgress = async () => undefined;
const CIRCLE = Array.from({ length: 60 }, (_, i) => 6 * i);
const sweeps = (['CEN', 'PER'] as const).map((sweep) =>
  sweepOf(sweep, smallFrame(sweep), CIRCLE, noiseAt),
);
const reconstructWith = async (threads: number) =>
  unwrap(await reconstruct(sweeps, { voxelMm: 0.8, progress: noProgress, threads }));

describe('several threads', () => {
  it('make the same bytes as one', async () => {
    const one = await reconstructWith(1);
    for (const threads of [2, 3]) {
      const several = await reconstructWith(threads);
      expect(Buffer.compare(one.voxels, several.voxels)).toBe(0);
      expect(Buffer.compare(one.coverage, several.coverage)).toBe(0);
    }
    expect(new Set(one.voxels).size).toBeGreaterThan(100);
  });

  it('stop all when one is cancelled, and what is begun anew makes the same bytes', async () => {
    let progressCalls = 0;
    const stopping = reconstruct(sweeps, {
      voxelMm: 0.8,
      threads: 2,
      progress: async () => {
        progressCalls += 1;
        if (progressCalls === 3) throw new DOMException('stopped', 'AbortError');
      },
    });
    await expect(stopping).rejects.toThrow('stopped');
    const [restarted, one] = [await reconstructWith(2), await reconstructWith(1)];
    expect(Buffer.compare(restarted.voxels, one.voxels)).toBe(0);
  });

  it('lose nothing when one of them dies at work', async () => {
    const geometry = volumeGeometryOf(sweeps, 0.8);
    const kernels = openKernel(sweeps, { geometry, threads: 2 })!;
    kernels.load();
    // Its scratch lies outside of the memory: the first slab ends it.
    const failingKernels = { ...kernels, scratch: [kernels.scratch[0]!, 0xffff_0000] };
    let progressCalls = 0;
    await runSlabs(failingKernels, geometry.sizes[2], async () => {
      // Until the other thread has begun.
      if (progressCalls === 0) await sleep(400);
      progressCalls += 1;
    });
    expect(Buffer.compare(kernels.voxels, (await reconstructWith(1)).voxels)).toBe(0);
  });
});
