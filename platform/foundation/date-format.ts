/** Days and times as the clock of this computer shows them; an instant is ISO 8601 or milliseconds. */

const padTwo = (figure: number): string => String(figure).padStart(2, '0');

/** The day of an instant, `2026-11-20`. */
export function dayOf(instant: string | number): string {
  const at = new Date(instant);
  return `${at.getFullYear()}-${padTwo(at.getMonth() + 1)}-${padTwo(at.getDate())}`;
}

/** The time of an instant, `09:05`. */
export function timeOf(instant: string | number): string {
  const at = new Date(instant);
  return `${padTwo(at.getHours())}:${padTwo(at.getMinutes())}`;
}

/** `2026-11-20 09:05`, or with seconds. */
export function stampOf(instant: string | number, seconds = false): string {
  const stamp = `${dayOf(instant)} ${timeOf(instant)}`;
  return seconds ? `${stamp}:${padTwo(new Date(instant).getSeconds())}` : stamp;
}

/** `11/20/26 @ 10:38 AM`: specification 9, of the last sync. */
export function syncStampOf(instant: string | number): string {
  const at = new Date(instant);
  const hour = at.getHours() % 12 === 0 ? 12 : at.getHours() % 12;
  const half = at.getHours() < 12 ? 'AM' : 'PM';
  const date = [at.getMonth() + 1, at.getDate(), at.getFullYear() % 100].map(padTwo).join('/');
  return `${date} @ ${padTwo(hour)}:${padTwo(at.getMinutes())} ${half}`;
}

/** The zone of this computer's clock, an IANA name. */
export function localTimeZone(): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  // A browser whose system does not know its zone says so by a name that is none, and shows UTC.
  return timeZone === 'Etc/Unknown' ? 'UTC' : timeZone;
}
