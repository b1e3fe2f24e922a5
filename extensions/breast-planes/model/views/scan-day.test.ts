import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Scan } from '#contracts';
import { scanDay, scanDayAmong } from './scan-day.ts';

const originalTimeZone = process.env.TZ;
beforeAll(() => {
  // 9 h ahead of UTC.
  process.env.TZ = 'Asia/Tokyo';
});
afterAll(() => {
  if (originalTimeZone === undefined) delete process.env.TZ;
  else process.env.TZ = originalTimeZone;
});

const scanAt = (acquisitionTime: string | null, origin: Scan['origin'] = 'SCANNED') => ({
  acquisitionTime,
  origin,
  createdAt: '2026-03-01T12:00:00.000Z',
});
const MORNING = scanAt('2026-11-20T23:05:00.000Z');
const LATER_THAT_MORNING = scanAt('2026-11-21T01:00:00.000Z');
const PREVIOUS_DAY = scanAt('2026-11-20T14:00:00.000Z');

it('uses the day of the reader’s time zone', () => {
  expect(scanDay(MORNING)).toBe('2026-11-21');
  expect(scanDay(scanAt(null))).toBe('2026-03-01');
});

it('adds the time only beside another scan of the same day', () => {
  const scans = [MORNING, LATER_THAT_MORNING, PREVIOUS_DAY];
  expect(scans.map((scan) => scanDayAmong(scan, scans))).toEqual([
    '2026-11-21 08:05',
    '2026-11-21 10:00',
    '2026-11-20',
  ]);
  expect(scanDayAmong(MORNING, [MORNING, PREVIOUS_DAY])).toBe('2026-11-21');
});

it('shows only the day of imported scans', () => {
  const imported = scanAt('2026-11-21T03:00:00.000Z', 'IMPORTED');
  expect(scanDayAmong(imported, [imported, MORNING])).toBe('2026-11-21');
  expect(scanDayAmong(MORNING, [imported, MORNING])).toBe('2026-11-21 08:05');
});
