/** Formats instants (ISO 8601 or milliseconds) in the computer's local time zone. */

const padTwo = (figure: number): string => String(figure).padStart(2, '0');

/** Returns the local day of an instant, `2026-11-20`. */
export function dayOf(instant: string | number): string {
  const at = new Date(instant);
  return `${at.getFullYear()}-${padTwo(at.getMonth() + 1)}-${padTwo(at.getDate())}`;
}

/** Returns the local time of an instant, `09:05`. */
export function timeOf(instant: string | number): string {
  const at = new Date(instant);
  return `${padTwo(at.getHours())}:${padTwo(at.getMinutes())}`;
}

/** Returns `2026-11-20 09:05`, optionally with seconds. */
export function stampOf(instant: string | number, seconds = false): string {
  const stamp = `${dayOf(instant)} ${timeOf(instant)}`;
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
