import { CalendarDate, getLocalTimeZone, parseDate, today } from '@internationalized/date';
import { formatLongDay, monthName } from '#foundation';
import { dateTexts } from '../texts/date-texts.ts';

/** Earliest date that the date fields accept. */
export const EARLIEST = new CalendarDate(1900, 1, 1);
const EARLIEST_YEAR = 1900;
const MAX_DAYS = 31;

/** Parses yyyy-mm-dd; returns null for other formats and nonexistent days. */
export function parseIso(text: string | null | undefined): CalendarDate | null {
  if (text === null || text === undefined || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return null;
  try {
    return parseDate(text);
  } catch {
    // Nonexistent day such as 2026-02-30.
    return null;
  }
}

/** Formats as '29 February 1980'. */
export function formatLongDate(date: CalendarDate): string {
  return formatLongDay(date.toString());
}

/** Returns the reason why a date is outside the limits, or null. */
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
  // Names the future instead of the limit, because most limits are today.
  return date.compare(today(getLocalTimeZone())) > 0
    ? dateTexts.inFuture
    : dateTexts.tooLate(formatLongDate(latest));
}

/** Content of the three parts: year and day as typed, month 1 to 12 or null. */
export interface DateEntry {
  readonly year: string;
  readonly month: number | null;
  readonly day: string;
}

export const EMPTY_ENTRY: DateEntry = { year: '', month: null, day: '' };

export const MONTHS: readonly string[] = Array.from({ length: 12 }, (_, idx) => monthName(idx + 1));

export function entryOf(date: CalendarDate | null): DateEntry {
  if (date === null) return EMPTY_ENTRY;
  return { year: String(date.year).padStart(4, '0'), month: date.month, day: String(date.day) };
}

export interface EntryCheck {
  /** The date once complete and allowed, else null. */
  readonly date: CalendarDate | null;
  /** Error of the content; null while a date is still possible. */
  readonly error: string | null;
  /** Part with the error, `all` for the whole date; null without an error. */
  readonly part: 'year' | 'day' | 'all' | null;
}

const INCOMPLETE_ENTRY: EntryCheck = { date: null, error: null, part: null };

/** Validates the parts during typing; checks the year only once four digits are present. */
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

/** Returns the error for a day that the month lacks, else null. */
export function monthDayError(year: number, month: number, day: number): string | null {
  const first = new CalendarDate(year, month, 1);
  const days = first.calendar.getDaysInMonth(first);
  if (day <= days) return null;
  return dateTexts.monthLacksDay(MONTHS[month - 1] ?? '', String(year), days);
}

/** Returns the error of an incomplete entry after blur; an empty entry has none. */
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
