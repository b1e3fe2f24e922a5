import { describe, expect, it } from 'vitest';
import { localTimeZone } from '#foundation';
import { daysOf, type Filter, filterValueLabel, rangeOf, rangeText } from './filters.ts';

const TODAY = '2026-11-20';
const timeZone = localTimeZone();
const FILTER: Filter = {
  id: 'created',
  title: 'Created',
  dates: true,
  choices: [{ id: '7', label: '7 days' }],
};

describe('a date filter', () => {
  it('has no label for a value that is neither a choice nor a range', () => {
    for (const value of ['', '8', '..', '2026-1-1..', '2026-01-01', 'a..b']) {
      expect(filterValueLabel(FILTER, value), value).toBeNull();
    }
    expect(filterValueLabel({ ...FILTER, dates: false }, '2026-01-01..')).toBeNull();
  });

  it('has the same range after formatting and parsing, also with open ends', () => {
    for (const range of [
      { from: '2026-01-01', to: '2026-02-01' },
      { from: '2026-01-01', to: null },
      { from: null, to: '2026-02-01' },
    ]) {
      expect(rangeOf(rangeText(range) ?? '')).toEqual(range);
    }
    expect(rangeText({ from: null, to: null })).toBeNull();
  });

  it('requests the last days including today, or the range', () => {
    expect(daysOf('7', TODAY)).toEqual({ from: '2026-11-14', timeZone });
    expect(daysOf('2026-01-01..2026-02-01', TODAY)).toEqual({
      from: '2026-01-01',
      to: '2026-02-01',
      timeZone,
    });
    expect(daysOf('..2026-02-01', TODAY)).toEqual({ to: '2026-02-01', timeZone });
    expect(daysOf(undefined, TODAY)).toEqual({});
  });

  it('has a label for each choice and range', () => {
    expect(filterValueLabel(FILTER, '7')).toBe('7 days');
    expect(filterValueLabel(FILTER, '2026-01-01..')).toBe('since 2026-01-01');
    expect(filterValueLabel(FILTER, '2026-01-01..2026-02-01')).toBe('2026-01-01 – 2026-02-01');
  });
});
