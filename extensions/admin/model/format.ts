import { dayOf, formatFixed, timeOf } from '#foundation';

/**
 * Formats the last activity: the time if today, `yesterday` for the day before, month and day
 * within this year, else the full date.
 */
export function formatLastSeen(instant: string, nowMs: number, yesterday: string): string {
  const day = dayOf(instant);
  if (day === dayOf(nowMs)) return timeOf(instant);
  if (day === dayBefore(nowMs)) return yesterday;
  const [year, ...monthDay] = day.split('-');
  return Number(year) === new Date(nowMs).getFullYear() ? monthDay.join('-') : day;
}

/** Subtracts by calendar, because days with a clock change do not have 24 hours. */
function dayBefore(ms: number): string {
  const day = new Date(ms);
  return dayOf(new Date(day.getFullYear(), day.getMonth(), day.getDate() - 1).getTime());
}

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB', 'PB'] as const;

/** Formats as `1.5 GB` with decimal units, as disk sizes are stated. */
export function formatBytes(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** power;
  const digits = power === 0 || value >= 100 ? 0 : 1;
  return `${formatFixed(value, digits)} ${UNITS[power] ?? 'B'}`;
}

/** Formats the two largest parts: `3 d 4 h`, `4 h 5 min`, `5 min`, `20 s`. */
export function formatDuration(seconds: number): string {
  const days = Math.floor(seconds / 86_400);
  const hours = Math.floor((seconds % 86_400) / 3_600);
  const minutes = Math.floor((seconds % 3_600) / 60);
  if (days > 0) return `${days} d ${hours} h`;
  if (hours > 0) return `${hours} h ${minutes} min`;
  return minutes > 0 ? `${minutes} min` : `${Math.floor(seconds)} s`;
}
