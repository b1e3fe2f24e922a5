import { type CronJob, recurrence } from '#contracts';
import { cronTexts } from '../../texts/operation-texts.ts';

const WEEKDAY = new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone: 'UTC' });
const MONTH_DAY = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  timeZone: 'UTC',
});

/**
 * Formats as `Every day at 02:00`, `Every week, Monday, at 02:00`, `Every year, 28 February, at
 * 02:00`.
 */
export function formatSchedule(
  job: Pick<CronJob, 'recurrence' | 'timeOfDay' | 'startDate'>,
): string {
  const often = recurrence.labels[job.recurrence];
  if (job.recurrence === 'DAILY') return cronTexts.at(often, job.timeOfDay);
  const day = new Date(`${job.startDate}T00:00:00Z`);
  const formatter = job.recurrence === 'WEEKLY' ? WEEKDAY : MONTH_DAY;
  return cronTexts.onDay(often, formatter.format(day), job.timeOfDay);
}
