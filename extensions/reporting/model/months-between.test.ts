import { describe, expect, it } from 'vitest';
import { monthsBetween } from './months-between.ts';

describe('monthsBetween', () => {
  it('lists each month once, over the turn of a year', () => {
    expect(monthsBetween('2025-11', '2026-02')).toEqual([
      '2025-11',
      '2025-12',
      '2026-01',
      '2026-02',
    ]);
    expect(monthsBetween('2026-03', '2026-03')).toEqual(['2026-03']);
    expect(monthsBetween('2026-03', '2026-01')).toEqual([]);
  });
});
