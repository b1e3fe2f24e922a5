import { CalendarDate, getLocalTimeZone, parseDate, today } from '@internationalized/date';
import { dateTexts } from '../texts/date-texts.ts';

/** Specification 5: a date is not before 1900. */
export const EARLIEST = new CalendarDate(1900, 1, 1);
const EARLIEST_YEAR = 1900;
const MAX_DAYS = 31;

/** yyyy-mm-dd → the day; null for anything else and for days that no calendar has. */
export function parseIso(text: string | null | undefined): CalendarDate | null {
  if (text === null || text === undefined || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return null;
  try {
    return parseDate(text);
  } catch {
    // 2026-02-30 has the form of a date and is none.
    return null;
  }
}

/** '29 February 1980'. */
export function formatLongDate(date: CalendarDate): string {
  const formatter = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
  return formatter.format(date.toDate('UTC'));
}

/** Why a day is not allowed, or null. */
export function rangeError(
  date: CalendarDate | null,
  earliest: CalendarDate | null,
  latest: CalendarDate | null,
): string | null {
  if (date === null) return null;
  if (date.year < EARLIEST_YEAR) return dateTexts.yearTooEarly;
  if (earliest !== null && date.compare(earliest) < 0) {
    return dateTexts.tooEarly(formatLongDate(earliest));
  }
  if (latest === null || date.compare(latest) <= 0) return null;
  // Most limits are today, and then the reason says more than the limit.
  return date.compare(today(getLocalTimeZone())) > 0
    ? dateTexts.inFuture
    : dateTexts.tooLate(formatLongDate(latest));
}

/** What stands in the three parts of a date: year and day as typed, month 1 to 12 or null. */
export interface DateEntry {
  readonly year: string;
  readonly month: number | null;
  readonly day: string;
}

export const EMPTY_ENTRY: DateEntry = { year: '', month: null, day: '' };

export const MONTHS: readonly string[] = Array.from({ length: 12 }, (_, idx) =>
  new Intl.DateTimeFormat('en-GB', { month: 'long', timeZone: 'UTC' }).format(
    new Date(Date.UTC(2000, idx, 1)),
  ),
);

export function entryOf(date: CalendarDate | null): DateEntry {
  if (date === null) return EMPTY_ENTRY;
  return { year: String(date.year).padStart(4, '0'), month: date.month, day: String(date.day) };
}

export interface EntryCheck {
  /** The day, once all three parts make one that is allowed. */
  readonly date: CalendarDate | null;
  /** What is wrong with what stands there; null while it may still become a date. */
  readonly error: string | null;
  readonly part: 'year' | 'day' | 'all' | null;
}

const INCOMPLETE_ENTRY: EntryCheck = { date: null, error: null, part: null };

/** Judges the parts as they are typed: a year is not too early before its fourth digit. */
export function readEntry(entry: DateEntry, latest: CalendarDate | null): EntryCheck {
  const year = entry.year.trim();
  const day = entry.day.trim();
  if (!/^\d*$/.test(year)) return invalidEntry('year', dateTexts.yearNotNumber);
  if (year.length === 4 && Number(year) < EARLIEST_YEAR) {
    return invalidEntry('year', dateTexts.yearTooEarly);
  }
  if (!/^\d*$/.test(day)) return invalidEntry('day', dateTexts.dayNotNumber);
  if (Number(day) > MAX_DAYS) return invalidEntry('day', dateTexts.dayTooLate);
  if (year.length !== 4 || entry.month === null || Number(day) === 0) return INCOMPLETE_ENTRY;
  const dayError = monthDayError(Number(year), entry.month, Number(day));
  if (dayError !== null) return invalidEntry('day', dayError);
  const date = new CalendarDate(Number(year), entry.month, Number(day));
  const error = rangeError(date, null, latest);
  return error === null ? { date, error: null, part: null } : invalidEntry('all', error);
}

/** What to say of a day that its month lacks; null where the month has it. */
export function monthDayError(year: number, month: number, day: number): string | null {
  const first = new CalendarDate(year, month, 1);
  const days = first.calendar.getDaysInMonth(first);
  if (day <= days) return null;
  return dateTexts.monthLacksDay(MONTHS[month - 1] ?? '', String(year), days);
}

/** What to say of an entry that its typist has left: half a date is none. */
export function incompleteEntryError(entry: DateEntry): EntryCheck {
  const year = entry.year.trim();
  if (year !== '' && year.length < 4) return invalidEntry('year', dateTexts.yearTooEarly);
  if (entry.day.trim() !== '' && Number(entry.day) === 0)
    return invalidEntry('day', dateTexts.dayTooEarly);
  const filled = [year !== '', entry.month !== null, entry.day.trim() !== ''];
  if (filled.includes(true) && filled.includes(false))
    return invalidEntry('all', dateTexts.incomplete);
  return INCOMPLETE_ENTRY;
}

function invalidEntry(part: EntryCheck['part'], error: string): EntryCheck {
  return { date: null, error, part };
}
