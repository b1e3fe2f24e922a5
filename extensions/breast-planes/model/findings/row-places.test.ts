import { describe, expect, it } from 'vitest';
import type { Finding, Scan } from '#contracts';
import { listRows } from './finding-rows.ts';
import { closedTops, rowOfFinding, rowPlaces, rowsBetween, scrollToShow } from './row-places.ts';

const finding = (id: string) =>
  ({ id, generator: { id: 'USER' }, hidden: false, deletedAt: null }) as Finding;
const findings = Array.from({ length: 10_000 }, (_, at) => finding(`f${at}`));
const rows = listRows([{ scan: { id: 'R' } as Scan, findings }], {
  showsDetections: false,
  showsHidden: false,
});

describe('rows of unlike height', () => {
  const closed = closedTops(rows, 64);

  it('are drawn where they are seen and a little beyond, however many there are', () => {
    const places = rowPlaces(closed, null);
    expect(places.count).toBe(10_000);
    const { from, to } = rowsBetween(places, 320_000, 640);
    expect(from).toBe(4996);
    expect(to).toBe(5015);
    expect(rowsBetween(places, 640_000, 640).to).toBe(10_000);
    expect(rowsBetween(rowPlaces([0], null), 0, 640)).toEqual({ from: 0, to: 0 });
  });

  it('make room for the one that is open, and scroll no further than it takes to show one', () => {
    const places = rowPlaces(closed, { at: 1, px: 300 });
    expect([0, 1, 2, 3].map(places.topOf)).toEqual([0, 64, 364, 428]);
    expect(scrollToShow(places, 0, 200, 640)).toBe(0);
    expect(scrollToShow(places, 3, 0, 640)).toBe(0);
    expect(scrollToShow(places, 10, 0, 640)).toBe(places.topOf(11) - 640);
    // Higher than the place for it: from its top.
    expect(scrollToShow(places, 1, 0, 200)).toBe(64);
  });

  it('are looked at a few times, not once a row, when another one opens', () => {
    let asked = 0;
    const counted = new Proxy(closed, {
      get: (tops, name) => {
        if (typeof name === 'string' && /^\d+$/.test(name)) asked += 1;
        return Reflect.get(tops, name) as unknown;
      },
    });
    expect(rowOfFinding(rows, 'f5000')).toBe(5000);
    expect(rowOfFinding(rows, 'gone')).toBeNull();
    const places = rowPlaces(counted, { at: 5000, px: 300 });
    rowsBetween(places, 320_000, 640);
    scrollToShow(places, 5000, 0, 640);
    expect(asked).toBeLessThan(60);
  });
});
