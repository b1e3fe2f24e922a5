import { describe, expect, it } from 'vitest';
import type { ImageFrame } from '#geometry';
import { toPx } from './image-layout.ts';
import { MAX_SAVED_PX, savedImageLayout } from './saved-image.ts';

const frameOf = (widthMm: number, heightMm: number): ImageFrame => ({
  originMm: [0, 0, 0],
  right: [1, 0, 0],
  down: [0, 1, 0],
  widthMm,
  heightMm,
});

describe('the layout of a saved image', () => {
  it('has 7 px per mm and contains the whole plane', () => {
    const frame = frameOf(100.2, 45);
    const layout = savedImageLayout('TRA', frame);
    if (!layout.ok) throw new Error(layout.problem.title);
    expect(layout.value.view).toEqual({ width: 702, height: 315 });
    const from = toPx(layout.value.layout, frame, { u: 0, v: 0 });
    const to = toPx(layout.value.layout, frame, { u: 1, v: 1 });
    expect(from).toEqual({ x: 0, y: 0 });
    expect(to.x).toBeCloseTo(701.4, 9);
    expect(to.y).toBeCloseTo(315, 9);
  });

  it('has room for the clock ring around a coronal plane, at the same scale', () => {
    const frame = frameOf(100, 100);
    const layout = savedImageLayout('COR', frame);
    if (!layout.ok) throw new Error(layout.problem.title);
    const { view, layout: placed } = layout.value;
    expect(view.width).toBeGreaterThan(700);
    expect(view.width).toBe(view.height);
    expect(toPx(placed, frame, { u: 0.5, v: 0.5 })).toEqual({
      x: view.width / 2,
      y: view.height / 2,
    });
    expect(placed.pxPerMm).toBe(7);
  });

  it('is rejected with the size and the limit when the image would be too large', () => {
    expect(MAX_SAVED_PX).toBe(4096);
    expect(savedImageLayout('TRA', frameOf(585, 45))).toMatchObject({ ok: true });
    expect(savedImageLayout('TRA', frameOf(600, 45))).toMatchObject({
      ok: false,
      problem: {
        code: 'PICTURE_TOO_LARGE',
        detail: 'At 7 pixels per mm it has 4200 × 315 pixels. The limit is 4096 × 4096.',
      },
    });
  });
});
