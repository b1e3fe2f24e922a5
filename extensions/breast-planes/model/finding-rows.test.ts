import { describe, expect, it } from 'vitest';
import type { Finding, Generator, Scan } from '#contracts';
import {
  isShown,
  type ListRow,
  listRows,
  rowsBetween,
  rowTops,
  scrollToShow,
} from './finding-rows.ts';

const scan = (id: string) => ({ id }) as Scan;
const finding = (id: string, generator: Generator = 'USER', hidden = false) =>
  ({ id, generator: { id: generator }, hidden, deletedAt: null }) as Finding;
const QUIET = { showsDetections: false, showsHidden: false };
const told = (rows: readonly ListRow[]) =>
  rows.map((row) => {
    if (row.kind === 'side') return `${row.scan.id} ${row.count}`;
    return row.kind === 'finding' ? row.finding.id : `suggestions ${row.count}`;
  });

describe('the list of findings', () => {
  it('leaves out what was deleted, what the reader hid, and detections that nobody asked for', () => {
    expect(isShown({ ...finding('a'), deletedAt: '2026-01-01T00:00:00Z' }, QUIET)).toBe(false);
    expect(isShown(finding('a', 'USER', true), QUIET)).toBe(false);
    expect(isShown(finding('a', 'USER', true), { ...QUIET, showsHidden: true })).toBe(true);
    expect(isShown(finding('a', 'AIAD'), QUIET)).toBe(false);
    expect(isShown(finding('a', 'AI'), QUIET)).toBe(true);
  });

  it('stands by side where both were scanned, and suggestions beneath', () => {
    const right = { scan: scan('R'), findings: [finding('a'), finding('d', 'AIAD')] };
    const left = { scan: scan('L'), findings: [finding('b', 'AI'), finding('c', 'USER', true)] };
    expect(told(listRows([right], QUIET))).toEqual(['a', 'suggestions 1']);
    expect(told(listRows([right, left], QUIET))).toEqual(['R 1', 'a', 'L 1', 'b', 'suggestions 1']);
    const all = { showsDetections: true, showsHidden: true };
    expect(told(listRows([right, left], all))).toEqual([
      ...['R 1', 'a', 'L 2', 'b', 'c', 'suggestions 1', 'd'],
    ]);
  });
});

describe('rows of unlike height', () => {
  const rows = listRows(
    [{ scan: scan('R'), findings: Array.from({ length: 10_000 }, (_, at) => finding(`f${at}`)) }],
    QUIET,
  );

  it('are drawn where they are seen and a little beyond, however many there are', () => {
    const tops = rowTops(rows, 64, { id: null, px: 0 });
    expect(tops).toHaveLength(10_001);
    const { from, to } = rowsBetween(tops, 320_000, 640);
    expect(from).toBe(4996);
    expect(to).toBe(5015);
    expect(rowsBetween(tops, 640_000, 640).to).toBe(10_000);
    expect(rowsBetween([0], 0, 640)).toEqual({ from: 0, to: 0 });
  });

  it('make room for the one that is open, and scroll no further than it takes to show one', () => {
    const tops = rowTops(rows, 64, { id: 'f1', px: 300 });
    expect(tops.slice(0, 4)).toEqual([0, 64, 364, 428]);
    expect(scrollToShow(tops, 0, 200, 640)).toBe(0);
    expect(scrollToShow(tops, 3, 0, 640)).toBe(0);
    expect(scrollToShow(tops, 10, 0, 640)).toBe((tops[11] ?? 0) - 640);
    // Higher than the place for it: from its top.
    expect(scrollToShow(tops, 1, 0, 200)).toBe(64);
  });
});
