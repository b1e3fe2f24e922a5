import { expect, it } from 'vitest';
import { formatSchedule } from './format-schedule.ts';

it('includes the weekday or the day of the year that repeats', () => {
  const at = { timeOfDay: '02:00', startDate: '2026-02-28' };
  expect(formatSchedule({ recurrence: 'DAILY', ...at })).toBe('Every day at 02:00');
  expect(formatSchedule({ recurrence: 'WEEKLY', ...at })).toBe('Every week, Saturday, at 02:00');
  expect(formatSchedule({ recurrence: 'ANNUALLY', ...at })).toBe(
    'Every year, 28 February, at 02:00',
  );
});
