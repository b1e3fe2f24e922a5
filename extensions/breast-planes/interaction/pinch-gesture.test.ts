import { describe, expect, it } from 'vitest';
import { createViewState } from '#core';
import { imageFrame, scannedVolumeGeometry } from '#geometry';
import { aScan } from '#testing';
import { fromPx, layoutImage, type PointPx } from '../model/planes/image-layout.ts';
import type { ReadyImage } from '../state/views/ready-image.ts';
import type { ZoomDeps } from '../state/views/zoom.ts';
import { createReadingState, panOf } from '../state/volumes/reading-state.ts';
import { PinchGesture } from './pinch-gesture.ts';

const volume = scannedVolumeGeometry([100, 40, 100], [1, 1, 1], 45);
const position = { sag: 0, tra: 0, depth: 10, rad: 0 };
const frame = imageFrame(volume, 'COR', null, position);
const view = { width: 400, height: 400 };
const FIT = 3;

function createHarness() {
  const reading = createReadingState();
  const ready = (): ReadyImage => {
    const values = reading.store.getState();
    const layout = layoutImage(frame, view, FIT * values.zoom, panOf(values, 'cor'));
    const scan = aScan();
    return { plane: 'COR', scan, volume, nippleMm: null, position, frame, layout, view };
  };
  const tissueAt = (px: PointPx) => fromPx(ready().layout, frame, px);
  const study = { store: { getState: () => ({ scans: [] }) } };
  const deps = { reading, view: createViewState(), study } as unknown as ZoomDeps;
  return { reading, deps, ready, tissueAt };
}

describe('a two-finger gesture', () => {
  it('zooms by the distance of the fingers and keeps the tissue between the fingers', () => {
    const { reading, deps, ready, tissueAt } = createHarness();
    const pinch = new PinchGesture();
    const initialTissue = tissueAt({ x: 150, y: 200 });
    expect(pinch.add(1, { x: 100, y: 200 }, ready(), reading)).toBe(false);
    expect(pinch.add(2, { x: 200, y: 200 }, ready(), reading)).toBe(true);
    for (const x of [220, 260, 340]) pinch.move(2, { x, y: 200 }, 'cor', ready(), deps);
    pinch.move(1, { x: 140, y: 260 }, 'cor', ready(), deps);
    // The fingers end at (140, 260) and (340, 200); they started 100 px apart.
    const zoom = Math.hypot(200, 60) / 100;
    expect(reading.store.getState().zoom).toBeCloseTo(zoom, 9);
    const finalTissue = tissueAt({ x: 240, y: 230 });
    expect(finalTissue.u).toBeCloseTo(initialTissue.u, 9);
    expect(finalTissue.v).toBeCloseTo(initialTissue.v, 9);
  });

  it('lasts until all fingers are lifted, and a remaining finger changes nothing', () => {
    const { reading, deps, ready } = createHarness();
    const pinch = new PinchGesture();
    pinch.add(1, { x: 100, y: 200 }, ready(), reading);
    pinch.add(2, { x: 200, y: 200 }, ready(), reading);
    expect(pinch.remove(2)).toBe(true);
    expect(pinch.pinching).toBe(true);
    expect(pinch.move(1, { x: 150, y: 200 }, 'cor', ready(), deps)).toBe(false);
    expect(reading.store.getState().zoom).toBe(1);
    expect(pinch.remove(1)).toBe(true);
    expect(pinch.pinching).toBe(false);
    expect(pinch.remove(9)).toBe(false);
  });
});
