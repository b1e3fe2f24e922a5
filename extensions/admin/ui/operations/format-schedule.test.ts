import { expect, it } from 'vitest';
import { formatSchedule } from './format-schedule.ts';

it('names the weekday of a weekly schedule and the day of an annual schedule', () => {
  const start = { timeOfDay: '02:00', startDate: '2026-02-28' };
  expect(formatSchedule({ recurrence: 'DAILY', ...start })).toBe('Every day at 02:00');
  expect(formatSchedule({ recurrence: 'WEEKLY', ...start })).toBe('Every week, Saturday, at 02:00');
  expect(formatSchedule({ recurrence: 'ANNUALLY', ...start })).toBe(
    'Every year, 28 February, at 02:00',
  );
});
