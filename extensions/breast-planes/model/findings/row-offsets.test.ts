import { describe, expect, it } from 'vitest';
import type { Finding, Scan } from '#contracts';
import { listRows } from './finding-rows.ts';
import { closedTops, rowOfFinding, rowOffsets, rowsBetween, scrollToShow } from './row-offsets.ts';

const finding = (id: string) => ({ id, generator: { id: 'USER' }, deletedAt: null }) as Finding;
const findings = Array.from({ length: 10_000 }, (_, at) => finding(`f${at}`));
const rows = listRows([{ scan: { id: 'R' } as Scan, findings }], {
  showsDetections: false,
  showsHidden: false,
  hiddenIds: new Set<string>(),
});

describe('rows of different heights', () => {
  const closed = closedTops(rows, 64);

  it('are drawn for the visible range plus overscan only', () => {
    const offsets = rowOffsets(closed, null);
    expect(offsets.count).toBe(10_000);
    const { from, to } = rowsBetween(offsets, 320_000, 640);
    expect(from).toBe(4996);
    expect(to).toBe(5015);
    expect(rowsBetween(offsets, 640_000, 640).to).toBe(10_000);
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

  it('are located by a few reads, not one per row, when another row opens', () => {
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
    rowsBetween(offsets, 320_000, 640);
    scrollToShow(offsets, 5000, 0, 640);
    expect(reads).toBeLessThan(60);
  });
});
