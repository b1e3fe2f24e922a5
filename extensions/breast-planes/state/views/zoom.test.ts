import { describe, expect, it } from 'vitest';
import type { Scan } from '#contracts';
import { createViewState, type StudyState } from '#core';
import { imageFrame, type PlanePosition, scannedVolumeGeometry } from '#geometry';
import { aScan } from '#testing';
import { fromPx, imageOffset, layoutImage, type PointPx } from '../../model/planes/image-layout.ts';
import { createReadingState, panOf } from '../volumes/reading-state.ts';
import type { ReadyPlane } from './ready-image.ts';
import { zoomAt } from './zoom.ts';

const volume = scannedVolumeGeometry([100, 40, 100], [1, 1, 1], 50);
const view = { width: 600, height: 600 };
const PX_PER_MM = 5;

/** Shows coronals of two scans; the pointer is in the first. */
function twoCoronals(other: Partial<Scan>, otherPosition: PlanePosition) {
  const first = aScan({ laterality: { id: 'R' } });
  const second = { ...aScan(), ...other } as Scan;
  const reading = createReadingState();
  const viewState = createViewState();
  for (const { id } of [first, second]) reading.setVolume(id, { geometry: volume });
  const position = { sag: 20, tra: 10, depth: 12, rad: 0 };
  viewState.setPosition(first.id, position);
  viewState.setPosition(second.id, otherPosition);
  reading.addCell('first', 'COR', first.id);
  reading.addCell('second', 'COR', second.id);
  reading.addCell('tra', 'TRA', first.id);
  const study = { scans: [first, second] } as unknown as StudyState;
  const frameOf = (shown: PlanePosition) => imageFrame(volume, 'COR', null, shown);
  const layoutOf = (cellId: string, shown: PlanePosition) => {
    const values = reading.store.getState();
    return layoutImage(frameOf(shown), view, PX_PER_MM * values.zoom, panOf(values, cellId));
  };
  /** Returns the tissue at a screen position, in millimetres from the image's centre. */
  const tissueAt = (cellId: string, px: PointPx) => {
    const shown = cellId === 'first' ? position : otherPosition;
    return imageOffset(frameOf(shown), fromPx(layoutOf(cellId, shown), frameOf(shown), px));
  };
  const zoom = (px: PointPx, factor: number): void => {
    const ready = {
      plane: 'COR',
      scan: first,
      volume,
      nippleMm: null,
      position,
      view,
      frame: frameOf(position),
      layout: layoutOf('first', position),
    } as ReadyPlane;
    const deps = { reading, view: viewState, study: { store: { getState: () => study } } };
    zoomAt(deps as never, 'first', ready, px, factor);
  };
  return { reading, tissueAt, zoom };
}

const POINTER = { x: 130, y: 470 };
const MIDDLE = { x: 300, y: 300 };
const START = { sag: -15, tra: -5, depth: 12, rad: 0 };

describe('zoomAt', () => {
  it('keeps the tissue under the pointer and the view centre of the other breast', () => {
    const { reading, tissueAt, zoom } = twoCoronals({ laterality: { id: 'L' } } as never, START);
    reading.setPan('second', { rightMm: 7, downMm: -3 });
    const initial = [tissueAt('first', POINTER), tissueAt('second', MIDDLE)];
    for (const factor of [1.7, 3, 6, 2]) {
      zoom(POINTER, factor);
      const zoomed = [tissueAt('first', POINTER), tissueAt('second', MIDDLE)];
      expect(reading.store.getState().zoom).toBe(factor);
      for (const [index, { rightMm, downMm }] of initial.entries()) {
        expect(zoomed[index]?.rightMm).toBeCloseTo(rightMm, 9);
        expect(zoomed[index]?.downMm).toBeCloseTo(downMm, 9);
      }
    }
  });

  it('keeps the linked position of a prior scan of the same breast', () => {
    const { tissueAt, zoom } = twoCoronals(
      { id: 'prior', laterality: { id: 'R' } } as never,
      START,
    );
    // 15 mm left of and 5 mm below the centre: sagittal positions run along x, the head is up.
    const crossingPx = { x: 300 - 15 * PX_PER_MM, y: 300 + 5 * PX_PER_MM };
    const initial = tissueAt('second', crossingPx);
    zoom(POINTER, 3);
    expect(tissueAt('second', crossingPx).rightMm).toBeCloseTo(initial.rightMm, 6);
    expect(tissueAt('second', crossingPx).downMm).toBeCloseTo(initial.downMm, 6);
  });
});
