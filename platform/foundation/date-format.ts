import { ENGLISH, formatLocale } from './locale.ts';

/**
 * Formats instants (ISO 8601 or milliseconds) in the computer's local time zone. English days are
 * written as in the mask of the date picker (`2026-11-20`, specification 5), because day and month
 * can't be confused; other languages use their own order. Times have 24 hours in every language.
 */

const padTwo = (figure: number): string => String(figure).padStart(2, '0');

/** Returns the local day of an instant as ISO 8601, `2026-11-20`; `dayTextOf` is for display. */
export function dayOf(instant: string | number): string {
  const at = new Date(instant);
  return `${at.getFullYear()}-${padTwo(at.getMonth() + 1)}-${padTwo(at.getDate())}`;
}

/** Formats an instant in the local time zone: `20 Nov 2026, 09:05`. */
export const formatInstant = (instant: string | number): string =>
  new Date(instant).toLocaleString(formatLocale(), {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  });

/** Returns the local time of an instant, `09:05`. */
export function timeOf(instant: string | number): string {
  const at = new Date(instant);
  return `${padTwo(at.getHours())}:${padTwo(at.getMinutes())}`;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns a cached format of calendar days in the language of the page. */
function dayFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const locale = formatLocale();
  const key = `${locale} ${JSON.stringify(options)}`;
  const format =
    formats.get(key) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
  formats.set(key, format);
  return format;
}

/**
 * Formats a calendar day (`2026-11-20`) for display: unchanged in English, `20.11.2026` in German.
 * Returns other texts unchanged.
 */
export function formatDay(day: string): string {
  if (formatLocale().startsWith(ENGLISH) || !/^\d{4}-\d{2}-\d{2}$/.test(day)) return day;
  return dayFormat({ day: '2-digit', month: '2-digit', year: 'numeric' }).format(new Date(day));
}

/** Formats a calendar day in words: `20 November 2026`, `20. November 2026`. */
export const formatLongDay = (day: string): string =>
  dayFormat({ dateStyle: 'long' }).format(new Date(day));

/** Formats the month and day of a calendar day: `20 November`. */
export const formatMonthDay = (day: string): string =>
  dayFormat({ day: 'numeric', month: 'long' }).format(new Date(day));

/** Returns the name of the weekday of a calendar day. */
export const weekdayOf = (day: string): string =>
  dayFormat({ weekday: 'long' }).format(new Date(day));

/** Returns the name of a month, 1 to 12. */
export const monthName = (month: number): string =>
  dayFormat({ month: 'long' }).format(new Date(Date.UTC(2000, month - 1, 1)));

/** Returns the local day of an instant for display. */
export const dayTextOf = (instant: string | number): string => formatDay(dayOf(instant));

/** Returns `2026-11-20 09:05` in the language of the page, optionally with seconds. */
export function stampOf(instant: string | number, seconds = false): string {
  const stamp = `${dayTextOf(instant)} ${timeOf(instant)}`;
  return seconds ? `${stamp}:${padTwo(new Date(instant).getSeconds())}` : stamp;
}

/** Returns `11/20/26 @ 10:38 AM`, the format of the last sync (specification 9). */
export function syncStampOf(instant: string | number): string {
  const at = new Date(instant);
  const hour = at.getHours() % 12 === 0 ? 12 : at.getHours() % 12;
  const half = at.getHours() < 12 ? 'AM' : 'PM';
  const date = [at.getMonth() + 1, at.getDate(), at.getFullYear() % 100].map(padTwo).join('/');
  return `${date} @ ${padTwo(hour)}:${padTwo(at.getMinutes())} ${half}`;
}

/** Returns the computer's time zone as an IANA name. */
export function localTimeZone(): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  // A browser that can't determine its zone returns this name and displays UTC.
  return timeZone === 'Etc/Unknown' ? 'UTC' : timeZone;
}
