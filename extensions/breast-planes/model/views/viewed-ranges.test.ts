import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scannedVolumeGeometry } from '#geometry';
import { sliceRange } from '../planes/linked-position.ts';
import { addViewedRange, shownRanges, type ViewedRanges, viewedShare } from './viewed-ranges.ts';

const volume = scannedVolumeGeometry([100, 60, 100], [0.5, 0.5, 0.5], 25);
const positionWith = (change: object) => ({ sag: 0, tra: 0, depth: 10, rad: 0, ...change });

describe('viewed ranges', () => {
  it('grow slice by slice and leave slices between two positions unviewed after a jump', () => {
    const slices = [10, 11, 40].flatMap((depth) =>
      shownRanges(volume, 'COR', positionWith({ depth }), 0),
    );
    const ranges = slices.reduce<ViewedRanges>(
      (merged, [from, to]) => addViewedRange(merged, from, to),
      [],
    );
    expect(ranges).toEqual([
      [9.5, 11.5],
      [39.5, 40.5],
    ]);
    expect(viewedShare(volume, 'COR', ranges)).toBeCloseTo(3 / 60, 9);
  });

  it('are complete once every slice with tissue was viewed', () => {
    const narrow = scannedVolumeGeometry([100, 60, 100], [0.5, 0.5, 0.5], 20);
    for (const [plane, key] of [
      ['COR', 'depth'],
      ['SAG', 'sag'],
      ['TRA', 'tra'],
    ] as const) {
      const { min, max } = sliceRange(narrow, plane);
      let ranges: ViewedRanges = [];
      for (let at = min; at <= max; at += 1) {
        const [[from, to] = [0, 0]] = shownRanges(narrow, plane, positionWith({ [key]: at }), 0);
        ranges = addViewedRange(ranges, from, to);
        if (at < max) expect(viewedShare(narrow, plane, ranges)).toBeLessThan(1);
      }
      expect(viewedShare(narrow, plane, ranges)).toBe(1);
    }
  });

  it('include the whole thickness of a slab, clamped to the volume', () => {
    expect(shownRanges(volume, 'COR', positionWith({ depth: 10 }), 4)).toEqual([[6, 14]]);
    expect(shownRanges(volume, 'COR', positionWith({ depth: 0 }), 4)).toEqual([[0, 4]]);
  });

  it('include both half planes of a radial image, also across the 360° wrap', () => {
    const ranges = shownRanges(volume, 'RAD', positionWith({ rad: 0 }), 0).reduce<ViewedRanges>(
      (merged, [from, to]) => addViewedRange(merged, from, to),
      [],
    );
    expect(ranges).toEqual([
      [0, 0.5],
      [179.5, 180.5],
      [359.5, 360],
    ]);
    expect(viewedShare(volume, 'RAD', ranges)).toBeCloseTo(2 / 360, 9);
  });

  it('are sorted, disjoint and independent of the viewing order, and never exceed the whole', () => {
    const range = fc.tuple(fc.nat(50), fc.integer({ min: 1, max: 10 }));
    fc.assert(
      fc.property(fc.array(range, { maxLength: 30 }), (ranges) => {
        const mergeAll = (list: typeof ranges) =>
          list.reduce<ViewedRanges>(
            (merged, [from, length]) => addViewedRange(merged, from, from + length),
            [],
          );
        const merged = mergeAll(ranges);
        expect(mergeAll([...ranges].reverse())).toEqual(merged);
        for (const [idx, [from]] of merged.entries()) {
          const previous = merged[idx - 1];
          if (previous !== undefined) expect(from).toBeGreaterThan(previous[1]);
        }
        expect(viewedShare(volume, 'COR', merged)).toBeLessThanOrEqual(1);
      }),
    );
  });
});
