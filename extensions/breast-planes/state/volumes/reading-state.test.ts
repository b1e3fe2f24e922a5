import { describe, expect, it } from 'vitest';
import { createReadingState, pxPerMmOf } from './reading-state.ts';

function fourPlanes() {
  const reading = createReadingState();
  reading.addCell('cor', 'COR', 's');
  reading.addCell('tra', 'TRA', 's');
  reading.setFit('cor', 8, false);
  reading.setFit('tra', 6, false);
  return reading;
}

describe('the scale of the planes', () => {
  it('is one for all: the smallest that fits, times the zoom', () => {
    const reading = fourPlanes();
    reading.setZoom(1.5);
    const values = reading.store.getState();
    expect(pxPerMmOf(values, 'cor', null)).toBe(9);
    expect(pxPerMmOf(values, 'tra', null)).toBe(9);
  });

  it('is its own for a view that fills the screen, and the others stay as they were', () => {
    const reading = fourPlanes();
    reading.setFit('cor', 11, true);
    const values = reading.store.getState();
    expect(pxPerMmOf(values, 'cor', 'cor')).toBe(11);
    expect(pxPerMmOf(values, 'tra', 'cor')).toBe(6);
  });

  it('is unknown until a view has a size, and forgets a view that left', () => {
    const reading = createReadingState();
    const cell = reading.addCell('sag', 'SAG', 's');
    expect(pxPerMmOf(reading.store.getState(), 'sag', null)).toBeNull();
    reading.setFit('sag', 4, false);
    cell.dispose();
    expect(pxPerMmOf(reading.store.getState(), 'sag', null)).toBeNull();
  });

  it('goes back to the fit with all pans', () => {
    const reading = fourPlanes();
    reading.setZoom(99);
    expect(reading.store.getState().zoom).toBe(12);
    reading.setPan('cor', { rightMm: 5, downMm: 5 });
    reading.fit();
    expect(reading.store.getState()).toMatchObject({ zoom: 1, pans: {} });
  });

  it('forgets the place under the pointer with the picture that it was in', () => {
    const reading = createReadingState();
    const rightCell = reading.addCell('cor', 'COR', 's');
    reading.setHover({ scanId: 's', pointMm: [10, 5, 0], cellId: 'cor', busy: false });
    rightCell.dispose();
    reading.addCell('cor', 'COR', 's');
    expect(reading.store.getState().hover).toBeNull();
  });
});
