import { CalendarDate } from '@internationalized/date';
import { describe, expect, it } from 'vitest';
import { incompleteEntryError, parseIso, readEntry } from './date-rules.ts';

const readParts = (year: string, month: number | null, day: string) =>
  readEntry({ year, month, day }, new CalendarDate(2026, 11, 20));

describe('the parts of a date', () => {
  it('are rejected with the specified texts unless numeric', () => {
    expect(readParts('19x8', null, '')).toMatchObject({
      error: 'Year should be a number',
      part: 'year',
    });
    expect(readParts('-198', null, '').error).toBe('Year should be a number');
    expect(readParts('', null, 'x')).toMatchObject({
      error: 'Day should be a number',
      part: 'day',
    });
    expect(readParts('', null, '1.').error).toBe('Day should be a number');
  });

  it('are rejected for a complete year before 1900; 1900 is accepted', () => {
    expect(readParts('189', 1, '1').error).toBeNull();
    expect(readParts('1899', null, '').error).toBe('Date should be a greater than year 1900');
    expect(readParts('1900', 1, '1').date?.toString()).toBe('1900-01-01');
  });

  it('are rejected for a day above 31; 31 is accepted', () => {
    expect(readParts('', null, '32').error).toBe('Day should be a less than 31');
    expect(readParts('1980', 1, '31').date?.toString()).toBe('1980-01-31');
  });

  it('are rejected for a day that the month lacks, with the number of days', () => {
    expect(readParts('1980', 4, '31').error).toBe('April 1980 has only 30 days');
    expect(readParts('1979', 2, '29').error).toBe('February 1979 has only 28 days');
    expect(readParts('1980', 2, '29').date?.toString()).toBe('1980-02-29');
  });

  it('are rejected for a future date', () => {
    const latest = new CalendarDate(2026, 11, 20);
    expect(readEntry({ year: '2199', month: 1, day: '1' }, latest).error).toBe(
      'The date is in the future',
    );
    expect(readEntry({ year: '2026', month: 11, day: '20' }, latest).error).toBeNull();
  });

  it('are reported as incomplete on blur unless all are empty', () => {
    expect(incompleteEntryError({ year: '19', month: null, day: '' }).error).toMatch(/1900/);
    expect(incompleteEntryError({ year: '1980', month: null, day: '' }).error).toMatch(
      /Enter year/,
    );
    expect(incompleteEntryError({ year: '1980', month: 2, day: '0' }).error).toMatch(/1 or later/);
    expect(incompleteEntryError({ year: '', month: null, day: '' }).error).toBeNull();
  });
});

describe('a date string', () => {
  it('is rejected if the day does not exist or the format differs', () => {
    for (const text of ['2026-02-30', '2026-13-01', '26-01-01', '', '2026-1-1']) {
      expect(parseIso(text)).toBeNull();
    }
    expect(parseIso('2026-02-28')?.toString()).toBe('2026-02-28');
  });
});
