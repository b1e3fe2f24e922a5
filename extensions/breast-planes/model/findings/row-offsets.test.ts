import { describe, expect, it } from 'vitest';
import type { Finding, Scan } from '#contracts';
import { OPEN_AI_LAYER } from '#findings';
import { listRows } from './finding-rows.ts';
import { closedTops, rowOfFinding, rowOffsets, rowsBetween, scrollToShow } from './row-offsets.ts';

const finding = (id: string) =>
  ({ id, generator: { id: 'USER' }, deletedAt: null, marks: {} }) as Finding;
const ROW_PX = 64;
const findings = Array.from({ length: 10_000 }, (_, index) => finding(`f${index}`));
const rows = listRows([{ scan: { id: 'R' } as Scan, findings }], {
  showsDetections: false,
  aiLayer: OPEN_AI_LAYER,
  showsHidden: false,
  hiddenIds: new Set<string>(),
});

describe('rows of different heights', () => {
  const closed = closedTops(rows, ROW_PX);

  it('are drawn for the visible range plus overscan only', () => {
    const offsets = rowOffsets(closed, null);
    expect(offsets.count).toBe(10_000);
    // Rows 5000 to 5010 are visible; four more are drawn on each side.
    const { from, to } = rowsBetween(offsets, 5000 * ROW_PX, 10 * ROW_PX);
    expect(from).toBe(4996);
    expect(to).toBe(5015);
    expect(rowsBetween(offsets, 10_000 * ROW_PX, 640).to).toBe(10_000);
    expect(rowsBetween(rowOffsets([0], null), 0, 640)).toEqual({ from: 0, to: 0 });
  });

  it('make room for an open row and scroll no further than needed to show a row', () => {
    const offsets = rowOffsets(closed, { at: 1, px: 300 });
    expect([0, 1, 2, 3].map(offsets.topOf)).toEqual([0, 64, 364, 428]);
    expect(scrollToShow(offsets, 0, 200, 640)).toBe(0);
    expect(scrollToShow(offsets, 3, 0, 640)).toBe(0);
    expect(scrollToShow(offsets, 10, 0, 640)).toBe(offsets.topOf(11) - 640);
    // A row higher than the list is aligned with its top.
    expect(scrollToShow(offsets, 1, 0, 200)).toBe(64);
  });

  it('are located with few reads, not with a read of each row, when another row opens', () => {
    let reads = 0;
    const counted = new Proxy(closed, {
      get: (tops, name) => {
        if (typeof name === 'string' && /^\d+$/.test(name)) reads += 1;
        return Reflect.get(tops, name) as unknown;
      },
    });
    expect(rowOfFinding(rows, 'f5000')).toBe(5000);
    expect(rowOfFinding(rows, 'gone')).toBeNull();
    const offsets = rowOffsets(counted, { at: 5000, px: 300 });
    rowsBetween(offsets, 5000 * ROW_PX, 640);
    scrollToShow(offsets, 5000, 0, 640);
    // A binary search reads about 14 of 10,000 rows.
    expect(reads).toBeLessThan(60);
  });
});
