import type { DocumentWords } from './english-texts.ts';

/** Returns a calendar day (YYYY-MM-DD) in words, e.g. '28 November 2026'; null for null. */
export function formatDay(day: string | null, { locale }: DocumentWords): string | null {
  if (day === null) return null;
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
  return format.format(new Date(`${day}T00:00:00Z`));
}

/**
 * Returns an instant (ISO 8601) in a time zone with its offset, e.g. '28 November 2026 at 17:14
 * (UTC+01:00, Europe/Vienna)'.
 */
export function formatInstant(at: string, timeZone: string, { locale }: DocumentWords): string {
  const instant = new Date(at);
  const format = new Intl.DateTimeFormat(locale, {
    dateStyle: 'long',
    timeStyle: 'short',
    hourCycle: 'h23',
    timeZone,
  });
  return `${format.format(instant)} (${offsetOf(instant, timeZone)}, ${timeZone})`;
}

/** Returns the offset of a zone at an instant as 'UTC+01:00'. */
function offsetOf(instant: Date, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, timeZoneName: 'longOffset' });
  const name = format.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value;
  return (name ?? 'GMT').replace('GMT', 'UTC');
}

/** Returns the calendar day (YYYY-MM-DD) of an instant (ISO 8601) in a time zone; null for null. */
export function dayOf(at: string | null, timeZone: string): string | null {
  if (at === null) return null;
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  return format.format(new Date(at));
}
