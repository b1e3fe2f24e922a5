import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Recurrence } from '#contracts';
import { wallClock } from '../../site/time-zone.ts';
import { dayOf, nextRunAfter } from './next-run.ts';

const nextRun = (
  after: string,
  recurrence: Recurrence,
  timeOfDay: string,
  startDate: string,
  zone = 'Europe/Vienna',
): string =>
  new Date(
    nextRunAfter(Date.parse(after), { recurrence, timeOfDay, startDate }, zone),
  ).toISOString();

describe('nextRunAfter', () => {
  it("schedules daily runs in the site's time zone", () => {
    expect(nextRun('2026-01-10T00:00:00Z', 'DAILY', '03:00', '2026-01-01')).toBe(
      '2026-01-10T02:00:00.000Z',
    );
    expect(nextRun('2026-01-10T02:00:00Z', 'DAILY', '03:00', '2026-01-01')).toBe(
      '2026-01-11T02:00:00.000Z',
    );
    expect(nextRun('2026-07-10T00:00:00Z', 'DAILY', '03:00', '2026-01-01')).toBe(
      '2026-07-10T01:00:00.000Z',
    );
  });

  it('schedules no run before the first day', () => {
    expect(nextRun('2026-01-10T00:00:00Z', 'DAILY', '03:00', '2026-03-01')).toBe(
      '2026-03-01T02:00:00.000Z',
    );
  });

  it('schedules weekly runs on the weekday of the first day', () => {
    // 2026-01-01 is a Thursday.
    expect(nextRun('2026-01-10T00:00:00Z', 'WEEKLY', '12:30', '2026-01-01')).toBe(
      '2026-01-15T11:30:00.000Z',
    );
    expect(nextRun('2026-01-15T11:30:00Z', 'WEEKLY', '12:30', '2026-01-01')).toBe(
      '2026-01-22T11:30:00.000Z',
    );
  });

  it('schedules yearly runs on the date of the first day, and 29 February on the 28th in common years', () => {
    expect(nextRun('2026-03-01T00:00:00Z', 'ANNUALLY', '00:00', '2024-02-29', 'UTC')).toBe(
      '2027-02-28T00:00:00.000Z',
    );
    expect(nextRun('2027-03-01T00:00:00Z', 'ANNUALLY', '00:00', '2024-02-29', 'UTC')).toBe(
      '2028-02-29T00:00:00.000Z',
    );
  });

  it('schedules one run for a repeated wall-clock time and a later run for a skipped one', () => {
    // 2026-03-29 02:00 → 03:00, 2026-10-25 03:00 → 02:00 in Vienna.
    expect(nextRun('2026-03-28T12:00:00Z', 'DAILY', '02:30', '2026-01-01')).toBe(
      '2026-03-29T01:30:00.000Z',
    );
    const first = nextRun('2026-10-24T12:00:00Z', 'DAILY', '02:30', '2026-01-01');
    expect(first).toBe('2026-10-25T00:30:00.000Z');
    expect(nextRun(first, 'DAILY', '02:30', '2026-01-01')).toBe('2026-10-26T01:30:00.000Z');
  });

  it('schedules the next run within one period at its time, in any zone at any instant', () => {
    const zones = fc.constantFrom('UTC', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Apia');
    const maxDays = { DAILY: 2, WEEKLY: 8, ANNUALLY: 367 } as const;
    fc.assert(
      fc.property(
        fc.date({ min: new Date('2012-01-01'), max: new Date('2060-01-01'), noInvalidDate: true }),
        fc.constantFrom<Recurrence>('DAILY', 'WEEKLY', 'ANNUALLY'),
        fc.nat(23),
        fc.nat(59),
        zones,
        (after, recurrence, hour, minute, zone) => {
          const twoDigits = (value: number): string => String(value).padStart(2, '0');
          const timeOfDay = `${twoDigits(hour)}:${twoDigits(minute)}`;
          const schedule = { recurrence, timeOfDay, startDate: '2012-01-01' };
          const run = nextRunAfter(after.getTime(), schedule, zone);
          const days = (run - after.getTime()) / 86_400_000;
          expect(days).toBeGreaterThan(0);
          expect(days).toBeLessThan(maxDays[recurrence]);
          // Clock changes can delay a run, but never advance it.
          const shown = new Date(wallClock(run, zone)).toISOString().slice(11, 16);
          expect(shown >= timeOfDay || shown < '02:00').toBe(true);
          expect(dayOf(run, zone) >= '2012-01-01').toBe(true);
        },
      ),
    );
  });
});
