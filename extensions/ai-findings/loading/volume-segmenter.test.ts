import { afterEach, describe, expect, it, vi } from 'vitest';
import type { OpenedVolume, VolumeReader } from '#core';
import { ok } from '#foundation';
import { mmToVoxel, type Vec3, voxelToMm } from '#geometry';
import { outlineDark } from '../segmentation-from-slices/test-support/outline-dark.ts';
import type { FrameSegmenter } from '../state/frame-session.ts';
import { ballVolume } from '../test-support/ball-volume.ts';
import { segmenterOpener } from './volume-segmenter.ts';

const CENTRE: Vec3 = [4, 15, -3];
const source = ballVolume({
  sizes: [80, 40, 80],
  spacingMm: [1, 1, 1],
  originMm: [-39.5, 0.5, -39.5],
  balls: [{ centreMm: CENTRE, radiiMm: [6, 6, 6], db: -50 }],
});
const { signal } = new AbortController();

afterEach(() => vi.unstubAllGlobals());

/** Opens a volume with a dynamic range; `events` notes what is opened and disposed. */
async function open(dynamicRangeDb: number | null, isCovered = (_: Vec3): boolean => true) {
  const events: string[] = [];
  vi.stubGlobal(
    'Worker',
    class extends EventTarget {
      postMessage = ({ kind }: { readonly kind: string }) => events.push(`worker ${kind}`);
      terminate = () => events.push('worker ended');
    },
  );
  const { geometry, voxels } = source;
  const opened = {
    fileId: 'file',
    geometry,
    voxels,
    sizes: geometry.sizes,
    dynamicRangeDb,
    mmToVoxel: (mm: Vec3) => mmToVoxel(geometry, mm),
    isCovered: (index: Vec3) => isCovered(voxelToMm(geometry, index)),
    dispose: () => events.push('volume closed'),
  };
  const reader: VolumeReader = { open: async () => ok(opened as unknown as OpenedVolume) };
  const frames = (): FrameSegmenter => {
    events.push('network opened');
    return {
      segment: (pixels, prompt, shift = 0) => outlineDark(pixels, prompt, shift),
      prepare: () => undefined,
      dispose: () => events.push('network closed'),
    };
  };
  const opener = segmenterOpener(() => reader, frames);
  const result = await opener('scan', signal, null);
  if (!result.ok) throw new Error(result.problem.detail);
  return { segmenter: result.value, opener, events };
}

const click = { seed: { centreMm: CENTRE }, points: [], corrects: null, thresholdShift: 0 };

describe('the segmenter of a volume', () => {
  it('fits levels to a box in a worker where the dynamic range is 50 dB or more', async () => {
    const { segmenter, events } = await open(50);
    const seed = { boxMm: { min: [-2, 9, -9], max: [10, 21, 3] } } as const;
    const fitted = segmenter.segment({ ...click, seed }, signal);
    segmenter.dispose();
    expect(await fitted).toMatchObject({ ok: false, problem: { code: 'SEGMENTER_FAILED' } });
    expect(events).toEqual([
      'network opened',
      'worker volume',
      'worker segment',
      'network closed',
      'volume closed',
      'worker ended',
    ]);
  });

  it.each([null, 40, 60])(
    'joins slices from a click with a dynamic range of %s dB',
    async (range) => {
      const { segmenter, events } = await open(range);
      const result = await segmenter.segment(click, signal);
      expect(result).toMatchObject({ ok: true, value: { basis: { kind: 'slices', agreeing: 6 } } });
      segmenter.dispose();
      expect(events).toEqual(expect.arrayContaining(['network closed', 'volume closed']));
      expect(events).not.toContain('worker segment');
    },
  );

  it('leaves tissue that was not recorded out of the mask', async () => {
    const whole = await (await open(null)).segmenter.segment(click, signal);
    const { segmenter } = await open(null, ([x]) => x <= CENTRE[0]);
    const half = await segmenter.segment(click, signal);
    if (!whole.ok || !half.ok) throw new Error('No result');
    expect(half.value.volumeMm3 / whole.value.volumeMm3).toBeCloseTo(0.5, 1);
  });

  it('keeps the segmenter while the scan has the same volume', async () => {
    const { segmenter, opener, events } = await open(null);
    expect(await opener('scan', signal, segmenter)).toEqual(ok(segmenter));
    expect(events).toEqual(['network opened', 'volume closed']);
  });

  it('fails by name while no extension opens volumes', async () => {
    const result = await segmenterOpener(
      () => null,
      () => {
        throw new Error('Not needed');
      },
    )('scan', signal, null);
    expect(result).toMatchObject({ ok: false, problem: { code: 'SEGMENTER_FAILED' } });
  });
});
