/** Formats a time in ms since 1970 as local time, e.g. '10:42:07.031'. */
export function clockTime(timeMs: number): string {
  const date = new Date(timeMs);
  const twoDigits = (value: number): string => String(value).padStart(2, '0');
  const parts = [date.getHours(), date.getMinutes(), date.getSeconds()].map(twoDigits).join(':');
  return `${parts}.${String(date.getMilliseconds()).padStart(3, '0')}`;
}
