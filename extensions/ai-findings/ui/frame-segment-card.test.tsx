// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { singleImageFrame } from '#findings';
import { fail, ok, problem, type Result } from '#foundation';
import { click, render, unmountAll, until } from '#ui/testing';
import { WHOLE_IMAGE } from '../model/segmentation/frame-prompt.ts';
import type { FoundLesion } from '../model/segmentation/framed-lesion.ts';
import type { AiSegment } from '../state/ai-segment.ts';
import { createFrameSession } from '../state/frame-session.ts';
import { segmentFrame } from '../texts/de/frame-segment-texts.ts';
import { frameSegmentTexts } from '../texts/frame-segment-texts.ts';
import { FrameSegmentCard } from './frame-segment-card.tsx';

afterEach(unmountAll);

const MODEL = { name: 'm', version: '1', weightsSha256: 'a'.repeat(64), use: 'research' } as const;
/** 20 × 15 mm. */
const frame = singleImageFrame({
  frameIdx: 4,
  widthPx: 200,
  heightPx: 150,
  pixelMm: { across: 0.1, down: 0.1 },
});
const position = { sag: 0, tra: 0, depth: 0, rad: 0 };
const points = [{ u: 0.5, v: 0.5 }];
const drawn = { scanId: 'scan', plane: 'IMG', frame, position, points } as const;
const found = (score: number): Result<FoundLesion> => {
  const corners = [
    [60, 50],
    [140, 50],
    [140, 100],
    [60, 100],
  ] as const;
  return ok({ lesion: { outline: corners.map(([x, y]) => ({ x, y })), score }, model: MODEL });
};

/** The card of a session whose segmenter gives these results in turn, or waits without one. */
async function open(results: readonly Result<FoundLesion>[]) {
  const accepted: string[] = [];
  const waiting = [...results];
  const frames = createFrameSession(
    async () => {
      const bytes = new Uint8Array(200 * 150);
      const pixels = { key: 'a', width: 200, height: 150, bytes };
      return ok({ pixels, area: WHOLE_IMAGE, volume: null });
    },
    () => ({
      segment: () => {
        const result = waiting.shift();
        return result === undefined ? new Promise(() => undefined) : Promise.resolve(result);
      },
      prepare: () => undefined,
      dispose: () => undefined,
    }),
  );
  const segment = {
    frames,
    acceptFramed: async () => {
      accepted.push(frames.store.getState().lesion?.findingId ?? '');
    },
  } as unknown as AiSegment;
  await render(<FrameSegmentCard segment={segment} />);
  const text = () => document.body.textContent ?? '';
  const button = (name: string) =>
    [...document.querySelectorAll('button')].find((candidate) => candidate.textContent === name);
  const press = async (name: string) => {
    const found = button(name);
    if (found === undefined) throw new Error(`No button ${name} in: ${text()}`);
    await click(found);
  };
  return { frames, accepted, text, button, press };
}

describe('the card of AI Segment in an image', () => {
  it('shows width, depth and area, and says that one frame has no volume', async () => {
    const { frames, text, press, accepted } = await open([found(0.9)]);
    expect(text()).toBe('');
    await act(() => frames.draw(drawn));
    expect(text()).toContain('8.0 × 5.0 mm');
    expect(text()).toContain('Area 0.40 cm² in frame 5');
    expect(text()).toContain('no third size and no volume');
    expect(text()).not.toContain('sure inside');
    await press('Accept as finding');
    expect(accepted).toEqual([frames.store.getState().lesion?.findingId]);
  });

  it('warns of an uncertain border and takes a click back', async () => {
    const { frames, text, button, press } = await open([found(0.6), found(0.9)]);
    await act(() => frames.draw(drawn));
    expect(text()).toContain('only 60 % sure');
    expect(button('Undo click')).toBeUndefined();
    await act(() => frames.draw(drawn));
    expect(text()).not.toContain('sure inside');
    await press('Undo click');
    expect(text()).toContain('only 60 % sure');
  });

  it('offers no acceptance of a rejected image, only the reason', async () => {
    const outside = problem('OUTSIDE_MODEL_DOMAIN', 'Outside', 'Mean grey value 0.05', 'Draw.');
    const { frames, text, button } = await open([fail(outside)]);
    await act(() => frames.draw(drawn));
    expect(text()).toContain('Mean grey value 0.05');
    expect(button('Accept as finding')).toBeUndefined();
  });

  it('cancels a running computation', async () => {
    const { frames, text, press } = await open([]);
    await act(async () => {
      void frames.draw(drawn);
    });
    await until(() => text().includes('Cancel'));
    await press('Cancel');
    expect(text()).toBe('');
  });

  it('has a German translation of every text', () => {
    expect(Object.keys(segmentFrame).sort()).toEqual(Object.keys(frameSegmentTexts).sort());
    const { area, frame } = segmentFrame;
    expect(area('0,40', frame(5))).toBe('Fläche 0,40 cm² in Bild 5');
  });
});
