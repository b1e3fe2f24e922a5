import { birthDatePrefix } from '#contracts';

/** First and last day, both inclusive, as yyyy-mm-dd. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

/**
 * Returns the days that a search word matches as a birth date, complete or partial; null when the
 * word names no existing day.
 */
export function daysNamedBy(word: string): Days | null {
  const [year = '', monthDigits = '', dayDigits = ''] = birthDatePrefix(word)?.split('-') ?? [];
  if (year === '' || year === '0000') return null;
  const months = numbersFrom(monthDigits, 12);
  if (months === null) return null;
  const days = numbersFrom(dayDigits, lastDayOf(Number(year), months.last));
  if (days === null) return null;
  return {
    from: [year, twoDigits(months.first), twoDigits(days.first)].join('-'),
    to: [year, twoDigits(months.last), twoDigits(days.last)].join('-'),
  };
}

/**
 * Returns the first and last number from 1 to `max` whose two digits start with `digits`; null when
 * there is none.
 */
function numbersFrom(digits: string, max: number) {
  const first = Math.max(1, Number(digits.padEnd(2, '0')));
  const last = Math.min(max, Number(digits.padEnd(2, '9')));
  return first <= last ? { first, last } : null;
}

/** Returns the number of days of a month (1 to 12). */
function lastDayOf(year: number, month: number): number {
  // `Date.UTC` maps years below 100 to the twentieth century; leap years repeat every 400 years.
  return new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();
}

const twoDigits = (number: number): string => String(number).padStart(2, '0');
