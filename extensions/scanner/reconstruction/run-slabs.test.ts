import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { unwrap } from '#foundation';
import { openKernel } from './kernels/kernel-memory.ts';
import { reconstruct, volumeGeometryOf } from './reconstruct.ts';
import { runSlabs } from './run-slabs.ts';
import { smallFrame, sweepOf } from './test-support/synthetic-sweep.ts';
import { noiseAt } from './test-support/value-noise.ts';

const quiet = async () => undefined;
const CIRCLE = Array.from({ length: 60 }, (_, i) => 6 * i);
const sweeps = (['CEN', 'PER'] as const).map((sweep) =>
  sweepOf(sweep, smallFrame(sweep), CIRCLE, noiseAt),
);
const whole = async (threads: number) =>
  unwrap(await reconstruct(sweeps, { voxelMm: 0.8, progress: quiet, threads }));

describe('several threads', () => {
  it('make the same bytes as one', async () => {
    const one = await whole(1);
    for (const threads of [2, 3]) {
      const several = await whole(threads);
      expect(Buffer.compare(one.voxels, several.voxels)).toBe(0);
      expect(Buffer.compare(one.coverage, several.coverage)).toBe(0);
    }
    expect(new Set(one.voxels).size).toBeGreaterThan(100);
  });

  it('stop all when one is cancelled, and what is begun anew makes the same bytes', async () => {
    let asked = 0;
    const stopping = reconstruct(sweeps, {
      voxelMm: 0.8,
      threads: 2,
      progress: async () => {
        asked += 1;
        if (asked === 3) throw new DOMException('stopped', 'AbortError');
      },
    });
    await expect(stopping).rejects.toThrow('stopped');
    const [anew, one] = [await whole(2), await whole(1)];
    expect(Buffer.compare(anew.voxels, one.voxels)).toBe(0);
  });

  it('lose nothing when one of them dies at work', async () => {
    const geometry = volumeGeometryOf(sweeps, 0.8);
    const kernels = openKernel(sweeps, { geometry, threads: 2 })!;
    kernels.load();
    // Its scratch lies outside of the memory: the first slab ends it.
    const deadly = { ...kernels, scratch: [kernels.scratch[0]!, 0xffff_0000] };
    let asked = 0;
    await runSlabs(deadly, geometry.sizes[2], async () => {
      // Until the other thread has begun.
      if (asked === 0) await sleep(400);
      asked += 1;
    });
    expect(Buffer.compare(kernels.voxels, (await whole(1)).voxels)).toBe(0);
  });
});
