import { type CronJob, recurrence } from '#contracts';
import { formatMonthDay, weekdayOf } from '#foundation';
import { cronTexts } from '../../texts/operation-texts.ts';

/**
 * Formats as `Every day at 02:00`, `Every week, Monday, at 02:00`, `Every year, 28 February, at
 * 02:00`.
 */
export function formatSchedule(
  job: Pick<CronJob, 'recurrence' | 'timeOfDay' | 'startDate'>,
): string {
  const recurrenceLabel = recurrence.labels[job.recurrence];
  if (job.recurrence === 'DAILY') return cronTexts.at(recurrenceLabel, job.timeOfDay);
  const format = job.recurrence === 'WEEKLY' ? weekdayOf : formatMonthDay;
  return cronTexts.onDay(recurrenceLabel, format(job.startDate), job.timeOfDay);
}
