import { describe, expect, it } from 'vitest';
import { isNearEnd, rowAfterKey, rowsInView, scrollToShow } from './table-window.ts';

const viewAt = (scrollTop: number, count = 10_000, height = 560) => ({
  scrollTop,
  height,
  rowHeight: 28,
  count,
});

describe('the rendered rows', () => {
  it('are few of ten thousand at any scroll position, and include all visible rows', () => {
    for (const scrollTop of [0, 1, 27, 28, 5_000, 140_000, 279_440]) {
      const { from, to } = rowsInView(viewAt(scrollTop));
      expect(to - from).toBeLessThan(70);
      expect(from).toBeLessThanOrEqual(Math.floor(scrollTop / 28));
      expect(to).toBeGreaterThanOrEqual(Math.min(10_000, Math.ceil((scrollTop + 560) / 28)));
    }
  });

  it('stay within the list, even if shorter than the scroll position', () => {
    expect(rowsInView(viewAt(140_000, 5))).toEqual({ from: 5, to: 5 });
    expect(rowsInView(viewAt(0, 0))).toEqual({ from: 0, to: 0 });
  });

  it('exist before the frame has a height', () => {
    expect(rowsInView(viewAt(0, 20, 0))).toEqual({ from: 0, to: 20 });
  });

  it('stay the same while scrolling by a single row', () => {
    expect(rowsInView(viewAt(5_000))).toEqual(rowsInView(viewAt(5_010)));
  });
});

describe('moving through rows', () => {
  it('scrolls no further than needed to show the row', () => {
    expect(scrollToShow(3, viewAt(280))).toBe(84);
    expect(scrollToShow(12, viewAt(280))).toBe(280);
    expect(scrollToShow(40, viewAt(280))).toBe(41 * 28 - 560);
  });

  it('stops at the first and last row', () => {
    expect(rowAfterKey('ArrowUp', 0, viewAt(0))).toBe(0);
    expect(rowAfterKey('PageDown', 9_990, viewAt(0))).toBe(9_999);
    expect(rowAfterKey('End', 0, viewAt(0))).toBe(9_999);
    expect(rowAfterKey('PageDown', 0, viewAt(0))).toBe(19);
    expect(rowAfterKey('a', 0, viewAt(0))).toBeNull();
  });
});

describe('the end of the list', () => {
  it('is near only shortly before the last row', () => {
    expect(isNearEnd(viewAt(0))).toBe(false);
    expect(isNearEnd(viewAt(279_000))).toBe(true);
    expect(isNearEnd(viewAt(0, 10))).toBe(true);
  });
});
