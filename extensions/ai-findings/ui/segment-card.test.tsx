// @vitest-environment jsdom
import { afterEach, describe, expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { scannedVolumeGeometry } from '#geometry';
import { render, unmountAll } from '#ui/testing';
import type { SegmentationBasis } from '../model/segmentation/segmentation.ts';
import { makeMask } from '../model/segmentation/voxel-mask.ts';
import type { AiSegment } from '../state/ai-segment.ts';
import type { SegmentationState } from '../state/segmentation-session.ts';
import { segment as german } from '../texts/de/segment-texts.ts';
import { segmentTexts } from '../texts/segment-texts.ts';
import { SegmentCard } from './segment-card.tsx';

afterEach(unmountAll);

const geometry = scannedVolumeGeometry([20, 20, 20], [1, 1, 1], 10);
const model = { name: 'm', version: '1', weightsSha256: 'a'.repeat(64), use: 'research' } as const;
const slices = { kind: 'slices', slices: 6, agreeing: 6, score: 0.9, model } as const;

/** Text of the card of a result with this basis, and the step of its slider. */
async function cardOf(basis: SegmentationBasis) {
  const mask = makeMask(geometry, () => true);
  const store = createStore<SegmentationState>(() => ({
    status: 'shown',
    problem: null,
    lesion: {
      runId: 'run',
      findingId: 'finding',
      scanId: 'scan',
      fileId: 'file',
      geometry,
      prompt: { seed: { centreMm: [0, 0, 0] }, points: [], corrects: null, thresholdShift: 0 },
      segmentation: { mask, volumeMm3: 500, axesMm: [12, 10, 8], basis },
    },
  }));
  const session = { store, canUndo: false } as unknown as AiSegment['session'];
  await render(<SegmentCard segment={{ session } as unknown as AiSegment} />);
  const slider = document.querySelector('input[type=range]');
  return { text: document.body.textContent ?? '', step: slider?.getAttribute('step') };
}

describe('the card of AI Segment in a volume', () => {
  it('shows sizes and volume of a fit in dB, and moves its border in dB', async () => {
    const { text, step } = await cardOf({ kind: 'levels', contrastDb: 8 });
    expect(text).toContain('12.0 × 8.0 × 10.0 mm');
    expect(text).toContain('Volume 0.50 ml');
    expect(text).toContain('Fitted to the levels in decibels');
    expect(text).not.toContain('slices');
    expect(text).not.toContain('check the border');
    expect(step).toBe('0.5');
  });

  it('reports how many slices agree, and moves the border by the probability', async () => {
    const { text, step } = await cardOf(slices);
    expect(text).toContain('Joined from 6 of 6 slices');
    expect(text).toContain('public 2D images of other devices');
    expect(text).toContain('computer phantoms only');
    expect(text).not.toContain('check the border');
    expect(step).toBe('0.05');
  });

  it('warns of an uncertain border', async () => {
    expect((await cardOf({ kind: 'levels', contrastDb: 2 })).text).toContain('2.0 dB of contrast');
    await unmountAll();
    const { text } = await cardOf({ ...slices, agreeing: 3, score: 0.6 });
    expect(text).toContain('Less than two thirds of the slices agree');
    expect(text).toContain('only 60 % sure');
  });

  it('has a German translation of every text', () => {
    expect(Object.keys(german).sort()).toEqual(Object.keys(segmentTexts).sort());
    expect(german.slices(4, 6)).toContain('aus 4 von 6 Schichten');
  });
});
