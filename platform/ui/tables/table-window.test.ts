import { describe, expect, it } from 'vitest';
import { isNearEnd, rowAfterKey, rowsInView, scrollToShow } from './table-window.ts';

const at = (scrollTop: number, count = 10_000, height = 560) => ({
  scrollTop,
  height,
  rowHeight: 28,
  count,
});

describe('the rows that a table draws', () => {
  it('are few of ten thousand, wherever it stands, and all that are in sight', () => {
    for (const scrollTop of [0, 1, 27, 28, 5_000, 140_000, 279_440]) {
      const { from, to } = rowsInView(at(scrollTop));
      expect(to - from).toBeLessThan(70);
      expect(from).toBeLessThanOrEqual(Math.floor(scrollTop / 28));
      expect(to).toBeGreaterThanOrEqual(Math.min(10_000, Math.ceil((scrollTop + 560) / 28)));
    }
  });

  it('never lie outside of the list, also when it got shorter than the scroll position', () => {
    expect(rowsInView(at(140_000, 5))).toEqual({ from: 5, to: 5 });
    expect(rowsInView(at(0, 0))).toEqual({ from: 0, to: 0 });
  });

  it('are there before the place has a height', () => {
    expect(rowsInView(at(0, 20, 0))).toEqual({ from: 0, to: 20 });
  });

  it('stay the same while one row goes by', () => {
    expect(rowsInView(at(5_000))).toEqual(rowsInView(at(5_010)));
  });
});

describe('walking rows', () => {
  it('scrolls no further than needed to show the row', () => {
    expect(scrollToShow(3, at(280))).toBe(84);
    expect(scrollToShow(12, at(280))).toBe(280);
    expect(scrollToShow(40, at(280))).toBe(41 * 28 - 560);
  });

  it('ends at the first and the last row', () => {
    expect(rowAfterKey('ArrowUp', 0, at(0))).toBe(0);
    expect(rowAfterKey('PageDown', 9_990, at(0))).toBe(9_999);
    expect(rowAfterKey('End', 0, at(0))).toBe(9_999);
    expect(rowAfterKey('PageDown', 0, at(0))).toBe(19);
    expect(rowAfterKey('a', 0, at(0))).toBeNull();
  });

  it('asks for more before the end, not at the start', () => {
    expect(isNearEnd(at(0))).toBe(false);
    expect(isNearEnd(at(279_000))).toBe(true);
    expect(isNearEnd(at(0, 10))).toBe(true);
  });
});
