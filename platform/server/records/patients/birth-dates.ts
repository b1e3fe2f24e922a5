import { birthDatePrefix } from '#contracts';

/** Days from the first to the last, both included, as yyyy-mm-dd. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

/** The days that a word of a search names as a birth date; null where it names none that exist. */
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

/** Numbers of two digits, from 1, that begin with these digits. */
function numbersFrom(digits: string, greatest: number) {
  const first = Math.max(1, Number(digits.padEnd(2, '0')));
  const last = Math.min(greatest, Number(digits.padEnd(2, '9')));
  return first <= last ? { first, last } : null;
}

function lastDayOf(year: number, month: number): number {
  // Years below 100 would be taken as of the twentieth century; leap years come again after 400.
  return new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();
}

const twoDigits = (number: number): string => String(number).padStart(2, '0');
