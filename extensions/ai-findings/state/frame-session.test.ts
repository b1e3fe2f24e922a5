import { describe, expect, it } from 'vitest';
import type { DrawnPoints } from '#core';
import { singleImageFrame } from '#findings';
import { fail, ok, problem, type Result } from '#foundation';
import type { NormalisedPoint } from '#geometry';
import { type PixelPrompt, WHOLE_IMAGE } from '../model/segmentation/frame-prompt.ts';
import type { FoundLesion } from '../model/segmentation/framed-lesion.ts';
import { createFrameSession } from './frame-session.ts';

/** 40 × 30 mm. */
const image = {
  frameIdx: 3,
  widthPx: 200,
  heightPx: 150,
  pixelMm: { across: 0.2, down: 0.2 },
} as const;
const frame = singleImageFrame(image);
const MODEL = { name: 'm', version: '1', weightsSha256: 'a'.repeat(64), use: 'research' } as const;
const OUTSIDE = problem('OUTSIDE_MODEL_DOMAIN', 'Outside', '', '');

const at = (...points: readonly NormalisedPoint[]): DrawnPoints => ({
  scanId: 'scan',
  plane: 'IMG',
  position: { sag: 0, tra: 0, depth: 0, rad: 0 },
  frame,
  points,
  imageFileId: 'file',
});

/** A square of 40 × 30 pixels about the middle of the image, smaller when the border moves inwards. */
function squareFound(shift: number): FoundLesion {
  const half = shift < 0 ? 10 : 20;
  const [left, right, top, bottom] = [100 - half, 100 + half, 75 - half, 75 + half];
  const outline = [
    { x: left, y: top },
    { x: right, y: top },
    { x: right, y: bottom },
    { x: left, y: bottom },
  ];
  return { lesion: { outline, score: 0.9 }, model: MODEL };
}

function aSession(
  answer = async (_: PixelPrompt, shift: number): Promise<Result<FoundLesion>> =>
    ok(squareFound(shift)),
) {
  const asked: { readonly prompt: PixelPrompt; readonly shift: number }[] = [];
  const counts = { read: 0, prepared: 0, created: 0, disposed: 0 };
  const session = createFrameSession(
    async () => {
      counts.read += 1;
      const bytes = new Uint8Array(200 * 150);
      const pixels = { key: 'file', width: 200, height: 150, bytes };
      return ok({ pixels, area: WHOLE_IMAGE, volume: null });
    },
    () => {
      counts.created += 1;
      return {
        segment(_frame, prompt, shift = 0) {
          asked.push({ prompt, shift });
          return answer(prompt, shift);
        },
        prepare: () => {
          counts.prepared += 1;
        },
        dispose: () => {
          counts.disposed += 1;
        },
      };
    },
  );
  return { session, asked, counts, state: () => session.store.getState() };
}

const MIDDLE = { u: 0.5, v: 0.5 };
/** 2 mm left of the square. */
const LEFT_OF_IT = { u: 0.35, v: 0.5 };

describe('segmentation of a single image', () => {
  it('gives outline, extents and area of a clicked lesion in millimetres', async () => {
    const { session, state, asked } = aSession();
    await session.draw(at(MIDDLE));
    expect(state()).toMatchObject({
      status: 'shown',
      lesion: {
        image: { scanId: 'scan', fileId: 'file', frameIdx: 3 },
        outline: [{ u: 0.4 }, { u: 0.6 }, { u: 0.6 }, { u: 0.4 }],
        score: 0.9,
        model: MODEL,
      },
    });
    expect(state().lesion?.sizes.acrossMm).toBeCloseTo(8, 9);
    expect(state().lesion?.sizes.downMm).toBeCloseTo(8, 9);
    expect(state().lesion?.sizes.areaMm2).toBeCloseTo(64, 9);
    expect(asked[0]?.prompt).toEqual({ clicks: { inside: [{ x: 100, y: 75 }], outside: [] } });
  });

  it('adds a click beside the outline as inside, and one within the outline as outside', async () => {
    const { session, asked, counts } = aSession();
    await session.draw(at(MIDDLE));
    await session.draw(at(LEFT_OF_IT));
    await session.draw(at({ u: 0.42, v: 0.5 }));
    expect(asked.at(-1)?.prompt.clicks).toEqual({
      inside: [
        { x: 100, y: 75 },
        { x: 70, y: 75 },
      ],
      outside: [{ x: 84, y: 75 }],
    });
    expect(counts.read).toBe(1);
  });

  it('starts again from a click far away, a click in another image, and a box', async () => {
    const { session, asked } = aSession();
    await session.draw(at(MIDDLE));
    await session.draw(at({ u: 0.02, v: 0.5 }));
    expect(asked.at(-1)?.prompt.clicks.inside).toEqual([{ x: 4, y: 75 }]);
    const other = singleImageFrame({ ...image, frameIdx: 4 });
    await session.draw({ ...at(LEFT_OF_IT), frame: other });
    expect(asked.at(-1)?.prompt.clicks.inside).toEqual([{ x: 70, y: 75 }]);
    await session.draw(at({ u: 0.2, v: 0.2 }, { u: 0.6, v: 0.4 }));
    const { clicks, box } = asked.at(-1)?.prompt ?? {};
    expect(clicks?.inside).toHaveLength(1);
    expect(box?.left).toBeCloseTo(40, 9);
    expect(box?.top).toBeCloseTo(30, 9);
    expect(box?.right).toBeCloseTo(120, 9);
    expect(box?.bottom).toBeCloseTo(60, 9);
  });

  it('takes a flat drag as diameter of a square', async () => {
    const { session, asked } = aSession();
    await session.draw(at({ u: 0.4, v: 0.5 }, { u: 0.6, v: 0.5 }));
    const { box } = asked[0]?.prompt ?? {};
    expect(box?.top).toBeCloseTo(55, 9);
    expect(box?.bottom).toBeCloseTo(95, 9);
  });

  it('returns to the outline before the latest click, not to a moved border', async () => {
    const { session, state } = aSession();
    await session.draw(at(MIDDLE));
    const first = state().lesion;
    await session.setThresholdShift(-0.2);
    expect(state().lesion?.sizes.acrossMm).toBeCloseTo(4, 9);
    expect(session.canUndo).toBe(false);
    await session.setThresholdShift(0);
    await session.draw(at(LEFT_OF_IT));
    session.undo();
    expect(state().lesion?.sizes).toEqual(first?.sizes);
  });

  it('keeps the outline when a correction is refused, and says why', async () => {
    let calls = 0;
    const { session, state } = aSession(async (_, shift) => {
      calls += 1;
      return calls === 1 ? ok(squareFound(shift)) : fail(OUTSIDE);
    });
    await session.draw(at(MIDDLE));
    await session.draw(at(LEFT_OF_IT));
    expect(state()).toMatchObject({ status: 'shown', problem: { code: 'OUTSIDE_MODEL_DOMAIN' } });
    expect(state().lesion).not.toBeNull();
  });

  it('rejects a border without an outline as outside the model’s domain', async () => {
    const empty = { outline: [], score: 0 };
    const { session, state } = aSession(async () => ok({ lesion: empty, model: MODEL }));
    await session.draw(at(MIDDLE));
    expect(state()).toMatchObject({ status: 'none', problem: { code: 'OUTSIDE_MODEL_DOMAIN' } });
  });

  it('drops the answer of a cancelled click', async () => {
    const waiting: (() => void)[] = [];
    const { session, state } = aSession(
      (_, shift) => new Promise((resolve) => waiting.push(() => resolve(ok(squareFound(shift))))),
    );
    const drawn = session.draw(at(MIDDLE));
    await expect.poll(() => waiting.length).toBe(1);
    session.cancel();
    waiting[0]?.();
    await drawn;
    expect(state()).toEqual({ status: 'none', lesion: null, problem: null });
  });

  it('keeps the model from its preparation until the tool is left without a result', async () => {
    const { session, counts } = aSession();
    session.prepare();
    await session.draw(at(MIDDLE));
    session.release();
    expect(counts).toMatchObject({ prepared: 1, created: 1, disposed: 0 });
    session.discard();
    session.release();
    expect(counts.disposed).toBe(1);
  });
});

describe('segmentation of a slice', () => {
  const slice = (points: readonly NormalisedPoint[], shiftMm = 0): DrawnPoints => {
    const [x, y, z] = frame.originMm;
    return { ...at(...points), plane: 'TRA', frame: { ...frame, originMm: [x, y, z + shiftMm] } };
  };

  it('reads the slice again for another lesion, and corrects on the same pixels', async () => {
    const { session, counts, asked } = aSession();
    await session.draw(slice([MIDDLE]));
    // Scrolling away and back adds a rounding error.
    const correction = slice([LEFT_OF_IT], 1e-9);
    expect(session.corrects(correction)).toBe(true);
    await session.draw(correction);
    expect(counts.read).toBe(1);
    expect(asked.at(-1)?.prompt.clicks.inside).toHaveLength(2);
    await session.draw(slice([{ u: 0.05, v: 0.05 }]));
    expect(counts.read).toBe(2);
    expect(asked.at(-1)?.prompt.clicks.inside).toHaveLength(1);
  });

  it('starts again in the next slice', async () => {
    const { session, counts } = aSession();
    await session.draw(slice([MIDDLE]));
    const next = slice([MIDDLE], 0.5);
    expect(session.corrects(next)).toBe(false);
    await session.draw(next);
    expect(counts.read).toBe(2);
  });
});
