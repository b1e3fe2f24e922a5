/** Formats a local time as '10:42:07.031'. */
export function clockTime(at: number): string {
  const date = new Date(at);
  const two = (value: number): string => String(value).padStart(2, '0');
  const parts = [date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(':');
  return `${parts}.${String(date.getMilliseconds()).padStart(3, '0')}`;
}
