import { describe, expect, it } from 'vitest';
import { fail, ok, problem } from '#foundation';
import { scannedVolumeGeometry } from '#geometry';
import type { Segmentation, SegmentationPrompt } from '../model/segmentation/segmentation.ts';
import { makeMask } from '../model/segmentation/voxel-mask.ts';
import type { VolumeSegmenter } from '../state/segmentation-session.ts';
import { ClickSegmenter } from './click-segmenter.ts';

const geometry = scannedVolumeGeometry([4, 4, 4], [1, 1, 1], 2);
const RESULT: Segmentation = {
  mask: makeMask(geometry, () => true),
  volumeMm3: 64,
  axesMm: [4, 4, 4],
  basis: { kind: 'levels', contrastDb: 8 },
};
const CLICK: SegmentationPrompt = {
  seed: { centreMm: [0, 2, 0] },
  points: [],
  corrects: null,
  thresholdShift: 0,
};

/** Returns which segmenters were asked; slices fail with `code` unless it is null. */
async function askedFor(prompt: SegmentationPrompt, code: string | null = null, aborted = false) {
  const asked: string[] = [];
  const abort = new AbortController();
  const part = (name: string, result: Awaited<ReturnType<VolumeSegmenter['segment']>>) => ({
    fileId: 'file',
    geometry,
    async segment() {
      asked.push(name);
      if (aborted) abort.abort();
      return result;
    },
    dispose: () => undefined,
  });
  const joined = code === null ? ok(RESULT) : fail(problem(code, 'No outline', '', ''));
  const segmenter = new ClickSegmenter(part('slices', joined), part('fit', ok(RESULT)));
  const result = await segmenter.segment(prompt, abort.signal);
  return [...asked, result.ok ? 'ok' : result.problem.code];
}

describe('a volume with levels in dB', () => {
  it('is segmented from slices by a click', async () => {
    expect(await askedFor(CLICK)).toEqual(['slices', 'ok']);
  });

  it('is fitted by a box and by a diameter', async () => {
    const boxMm = { min: [-1, 1, -1], max: [1, 3, 1] } as const;
    expect(await askedFor({ ...CLICK, seed: { boxMm } })).toEqual(['fit', 'ok']);
    const seed = { centreMm: [0, 2, 0], radiusMm: 2 } as const;
    expect(await askedFor({ ...CLICK, seed })).toEqual(['fit', 'ok']);
  });

  it.each(['OUTSIDE_MODEL_DOMAIN', 'SLICES_DISAGREE', 'SEGMENTER_INVALID'])(
    'is fitted to a click where the slices give no result (%s)',
    async (code) => {
      expect(await askedFor(CLICK, code)).toEqual(['slices', 'fit', 'ok']);
    },
  );

  it('keeps other errors, and stops when it is cancelled', async () => {
    expect(await askedFor(CLICK, 'SEED_INVALID')).toEqual(['slices', 'SEED_INVALID']);
    const cancelled = await askedFor(CLICK, 'SLICES_DISAGREE', true);
    expect(cancelled).toEqual(['slices', 'SLICES_DISAGREE']);
  });

  it('keeps the method of a result in its corrections', async () => {
    expect(await askedFor({ ...CLICK, corrects: 'levels' })).toEqual(['fit', 'ok']);
    const corrected = await askedFor({ ...CLICK, corrects: 'slices' }, 'SLICES_DISAGREE');
    expect(corrected).toEqual(['slices', 'SLICES_DISAGREE']);
  });
});
