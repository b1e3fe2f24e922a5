import { afterAll, beforeAll, expect, it } from 'vitest';
import { scanDay, scanDayAmong } from './scan-day.ts';

const before = process.env.TZ;
beforeAll(() => {
  process.env.TZ = 'Asia/Tokyo';
});
afterAll(() => {
  if (before === undefined) delete process.env.TZ;
  else process.env.TZ = before;
});

const scanAt = (acquisitionTime: string | null) => ({
  acquisitionTime,
  createdAt: '2026-03-01T12:00:00.000Z',
});
const LATE = scanAt('2026-11-20T23:05:00.000Z');
const SAME_DAY = scanAt('2026-11-21T01:00:00.000Z');
const BEFORE = scanAt('2026-11-20T14:00:00.000Z');

it('uses the day of the reader’s time zone', () => {
  expect(scanDay(LATE)).toBe('2026-11-21');
  expect(scanDay(scanAt(null))).toBe('2026-03-01');
});

it('adds the time only beside another scan of the same day', () => {
  const all = [LATE, SAME_DAY, BEFORE];
  expect(all.map((scan) => scanDayAmong(scan, all))).toEqual([
    '2026-11-21 08:05',
    '2026-11-21 10:00',
    '2026-11-20',
  ]);
  expect(scanDayAmong(LATE, [LATE, BEFORE])).toBe('2026-11-21');
});
