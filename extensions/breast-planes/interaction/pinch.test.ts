import { describe, expect, it } from 'vitest';
import { createViewState } from '#core';
import { imageFrame, scannedVolumeGeometry } from '#geometry';
import { aScan } from '#testing';
import { fromPx, layoutImage, type PointPx } from '../model/planes/image-layout.ts';
import type { ReadyImage } from '../state/views/ready-image.ts';
import type { ZoomParts } from '../state/views/zoom.ts';
import { createReadingState, panOf } from '../state/volumes/reading-state.ts';
import { Fingers } from './pinch.ts';

const volume = scannedVolumeGeometry([100, 40, 100], [1, 1, 1], 45);
const position = { sag: 0, tra: 0, depth: 10, rad: 0 };
const frame = imageFrame(volume, 'COR', null, position);
const view = { width: 400, height: 400 };
const FIT = 3;

function picture() {
  const reading = createReadingState();
  const ready = (): ReadyImage => {
    const values = reading.store.getState();
    const layout = layoutImage(frame, view, FIT * values.zoom, panOf(values, 'cor'));
    const scan = aScan();
    return { plane: 'COR', scan, volume, nippleMm: null, position, frame, layout, view };
  };
  const tissueAt = (px: PointPx) => fromPx(ready().layout, frame, px);
  const study = { store: { getState: () => ({ scans: [] }) } };
  const parts = { reading, view: createViewState(), study } as unknown as ZoomParts;
  return { reading, parts, ready, tissueAt };
}

describe('two fingers', () => {
  it('zoom by how far they go apart and carry the tissue between them along', () => {
    const { reading, parts, ready, tissueAt } = picture();
    const fingers = new Fingers();
    const before = tissueAt({ x: 150, y: 200 });
    expect(fingers.put(1, { x: 100, y: 200 }, ready(), reading)).toBe(false);
    expect(fingers.put(2, { x: 200, y: 200 }, ready(), reading)).toBe(true);
    for (const x of [220, 260, 340]) fingers.move(2, { x, y: 200 }, 'cor', ready(), parts);
    fingers.move(1, { x: 140, y: 260 }, 'cor', ready(), parts);
    const zoom = Math.hypot(200, 60) / 100;
    expect(reading.store.getState().zoom).toBeCloseTo(zoom, 9);
    const after = tissueAt({ x: 240, y: 230 });
    expect(after.u).toBeCloseTo(before.u, 9);
    expect(after.v).toBeCloseTo(before.v, 9);
  });

  it('are over when all have left; the one that stays draws nothing meanwhile', () => {
    const { reading, parts, ready } = picture();
    const fingers = new Fingers();
    fingers.put(1, { x: 100, y: 200 }, ready(), reading);
    fingers.put(2, { x: 200, y: 200 }, ready(), reading);
    expect(fingers.lift(2)).toBe(true);
    expect(fingers.pinching).toBe(true);
    expect(fingers.move(1, { x: 150, y: 200 }, 'cor', ready(), parts)).toBe(false);
    expect(reading.store.getState().zoom).toBe(1);
    expect(fingers.lift(1)).toBe(true);
    expect(fingers.pinching).toBe(false);
    expect(fingers.lift(9)).toBe(false);
  });
});
