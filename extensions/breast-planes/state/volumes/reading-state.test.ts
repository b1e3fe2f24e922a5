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

describe('reading state', () => {
  it('has one scale for all planes: the smallest fit times the zoom', () => {
    const reading = fourPlanes();
    reading.setZoom(1.5);
    const values = reading.store.getState();
    expect(pxPerMmOf(values, 'cor', null)).toBe(9);
    expect(pxPerMmOf(values, 'tra', null)).toBe(9);
  });

  it('gives a view with a scale of its own the fit of that view alone, times the common zoom', () => {
    const reading = fourPlanes();
    reading.addCell('rad', 'RAD', 's', true);
    reading.setFit('rad', 3, false);
    reading.setZoom(2);
    const values = reading.store.getState();
    expect(pxPerMmOf(values, 'rad', null)).toBe(6);
    expect(pxPerMmOf(values, 'cor', null)).toBe(12);
  });

  it('has a separate scale for a maximised view and keeps the scale of the other views', () => {
    const reading = fourPlanes();
    reading.setFit('cor', 11, true);
    const values = reading.store.getState();
    expect(pxPerMmOf(values, 'cor', 'cor')).toBe(11);
    expect(pxPerMmOf(values, 'tra', 'cor')).toBe(6);
  });

  it('has no scale until a view has a size and after the view was removed', () => {
    const reading = createReadingState();
    const cell = reading.addCell('sag', 'SAG', 's');
    expect(pxPerMmOf(reading.store.getState(), 'sag', null)).toBeNull();
    reading.setFit('sag', 4, false);
    cell.dispose();
    expect(pxPerMmOf(reading.store.getState(), 'sag', null)).toBeNull();
  });

  it('resets zoom and pans to the fit', () => {
    const reading = fourPlanes();
    reading.setZoom(99);
    // The largest zoom.
    expect(reading.store.getState().zoom).toBe(12);
    reading.setPan('cor', { rightMm: 5, downMm: 5 });
    reading.fit();
    expect(reading.store.getState()).toMatchObject({ zoom: 1, pans: {} });
  });

  it('clears the hover when its view is removed', () => {
    const reading = createReadingState();
    const cell = reading.addCell('cor', 'COR', 's');
    reading.setHover({
      scanId: 's',
      pointMm: [10, 5, 0],
      outside: false,
      cellId: 'cor',
      busy: false,
    });
    cell.dispose();
    reading.addCell('cor', 'COR', 's');
    expect(reading.store.getState().hover).toBeNull();
  });
});
