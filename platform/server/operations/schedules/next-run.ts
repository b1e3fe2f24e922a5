import type { Recurrence } from '#contracts';
import { instantOf, wallClock } from '../../site/time-zone.ts';

const DAY_MS = 86_400_000;
const WEEK_DAYS = 7;

export interface Schedule {
  readonly recurrence: Recurrence;
  /** Wall-clock time as HH:MM. */
  readonly timeOfDay: string;
  /** First day as yyyy-mm-dd; its weekday or day of the year repeats. */
  readonly startDate: string;
}

/** Returns the calendar day of an instant in a zone, as yyyy-mm-dd. */
export function dayOf(instantMs: number, timeZone: string): string {
  return new Date(wallClock(instantMs, timeZone)).toISOString().slice(0, 10);
}

/**
 * Returns the first run of a schedule after an instant, in ms. A yearly run on 29 February falls on
 * the 28th in common years.
 */
export function nextRunAfter(afterMs: number, schedule: Schedule, timeZone: string): number {
  const minutes = minutesOf(schedule.timeOfDay);
  const start = Date.parse(`${schedule.startDate}T00:00:00Z`);
  const today = Math.floor(wallClock(afterMs, timeZone) / DAY_MS) * DAY_MS;
  const from = Math.max(start, today);
  for (const day of daysFrom(from, start, schedule.recurrence)) {
    const run = instantOf(day + minutes * 60_000, timeZone);
    if (run > afterMs) return run;
  }
  throw new RangeError('The schedule has no run after the given time');
}

function minutesOf(timeOfDay: string): number {
  const [hours = 0, minutes = 0] = timeOfDay.split(':').map(Number);
  return hours * 60 + minutes;
}

/**
 * Yields the first days of a schedule that are not before `from`, as UTC midnights in ms. Two
 * suffice for `nextRunAfter`: the first may be today with a time that has passed.
 */
function* daysFrom(from: number, start: number, recurrence: Recurrence): Generator<number> {
  if (recurrence === 'ANNUALLY') {
    yield* yearlyFrom(from, start);
    return;
  }
  const step = recurrence === 'WEEKLY' ? WEEK_DAYS : 1;
  const daysSinceStart = Math.round((from - start) / DAY_MS);
  const first = start + Math.ceil(daysSinceStart / step) * step * DAY_MS;
  for (let idx = 0; idx < 3; idx++) yield first + idx * step * DAY_MS;
}

function* yearlyFrom(from: number, start: number): Generator<number> {
  const date = new Date(start);
  const month = date.getUTCMonth();
  const year = new Date(from).getUTCFullYear();
  for (let idx = 0; idx < 3; idx++) {
    const lastOfMonth = new Date(Date.UTC(year + idx, month + 1, 0)).getUTCDate();
    const day = Date.UTC(year + idx, month, Math.min(date.getUTCDate(), lastOfMonth));
    if (day >= from) yield day;
  }
}
