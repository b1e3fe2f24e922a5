const MINUTE = 60_000;
const pad = (value: number): string => String(value).padStart(2, '0');

/** Midnight of the day of an instant, by the clock of this machine. */
function dayStart(ms: number): number {
  const day = new Date(ms);
  return new Date(day.getFullYear(), day.getMonth(), day.getDate()).getTime();
}

/**
 * When something was seen last, as short as it is plain: the time today, `yesterday` for the day
 * before, month and day this year, else the whole date.
 */
export function seenText(instant: string, nowMs: number, yesterday: string): string {
  const at = new Date(instant);
  const day = dayStart(at.getTime());
  const time = `${pad(at.getHours())}:${pad(at.getMinutes())}`;
  if (day === dayStart(nowMs)) return time;
  if (day === dayStart(dayStart(nowMs) - MINUTE)) return yesterday;
  const monthDay = `${pad(at.getMonth() + 1)}-${pad(at.getDate())}`;
  const sameYear = at.getFullYear() === new Date(nowMs).getFullYear();
  return sameYear ? monthDay : `${at.getFullYear()}-${monthDay}`;
}

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB', 'PB'] as const;

/** `1.5 GB`; by thousands, as disks are sold. */
export function bytesText(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** power;
  const digits = power === 0 || value >= 100 ? 0 : 1;
  return `${value.toFixed(digits)} ${UNITS[power] ?? 'B'}`;
}

/** `3 d 4 h`, `4 h 5 min`, `5 min`, `20 s`: the two largest parts. */
export function durationText(seconds: number): string {
  const days = Math.floor(seconds / 86_400);
  const hours = Math.floor((seconds % 86_400) / 3_600);
  const minutes = Math.floor((seconds % 3_600) / 60);
  if (days > 0) return `${days} d ${hours} h`;
  if (hours > 0) return `${hours} h ${minutes} min`;
  return minutes > 0 ? `${minutes} min` : `${Math.floor(seconds)} s`;
}
