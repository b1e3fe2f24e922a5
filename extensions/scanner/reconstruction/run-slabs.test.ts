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
  it('produce the same bytes as a single thread', async () => {
    const single = await reconstructWith(1);
    for (const threads of [2, 3]) {
      const several = await reconstructWith(threads);
      expect(Buffer.compare(single.voxels, several.voxels)).toBe(0);
      expect(Buffer.compare(single.coverage, several.coverage)).toBe(0);
    }
    expect(new Set(single.voxels).size).toBeGreaterThan(100);
  });

  it('stop together on cancellation, and a restarted run produces the same bytes', async () => {
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
    const restarted = await reconstructWith(2);
    const single = await reconstructWith(1);
    expect(Buffer.compare(restarted.voxels, single.voxels)).toBe(0);
  });

  it('produce the same bytes when a thread crashes', async () => {
    const geometry = volumeGeometryOf(sweeps, 0.8);
    const kernels = openKernel(sweeps, { geometry, threads: 2 })!;
    kernels.load();
    // The scratch address lies outside the memory, so the first slab crashes the thread.
    const failingKernels = { ...kernels, scratch: [kernels.scratch[0]!, 0xffff_0000] };
    let progressCalls = 0;
    await runSlabs(failingKernels, geometry.sizes[2], async () => {
      // Waits until the other thread has started.
      if (progressCalls === 0) await sleep(400);
      progressCalls += 1;
    });
    expect(Buffer.compare(kernels.voxels, (await reconstructWith(1)).voxels)).toBe(0);
  });
});
