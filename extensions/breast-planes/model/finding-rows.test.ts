import { describe, expect, it } from 'vitest';
import type { Finding, Generator, Scan } from '#contracts';
import { isShown, type ListRow, listRows } from './finding-rows.ts';

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
