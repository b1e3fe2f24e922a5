import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  dayOf,
  formatDay,
  formatLongDay,
  formatMonthDay,
  localTimeZone,
  monthName,
  stampOf,
  syncStampOf,
  timeOf,
  weekdayOf,
} from './date-format.ts';
import { ENGLISH, setLocale } from './locale.ts';
import { formatFixed, formatNumber } from './number-format.ts';

const formattedValues = (): readonly string[] => [
  formatDay('2026-11-05'),
  formatDay('unknown'),
  formatLongDay('2026-11-05'),
  formatMonthDay('2026-11-05'),
  weekdayOf('2026-11-05'),
  monthName(3),
  stampOf('2026-11-05T08:09:00').slice(-5),
  formatNumber(1_284.5),
  formatFixed(1_284.5, 2),
];

describe('a date or number', () => {
  afterEach(() => setLocale(ENGLISH, [ENGLISH]));

  it('is formatted in English, with days as in the date input', () => {
    expect(formattedValues()).toEqual([
      '2026-11-05',
      'unknown',
      '5 November 2026',
      '5 November',
      'Thursday',
      'March',
      '08:09',
      '1,284.5',
      '1284.50',
    ]);
  });

  it('is formatted in German when the page is German', () => {
    setLocale('de', [ENGLISH, 'de']);
    expect(formattedValues()).toEqual([
      '05.11.2026',
      'unknown',
      '5. November 2026',
      '5. November',
      'Donnerstag',
      'März',
      '08:09',
      '1.284,5',
      '1284,50',
    ]);
  });
});

describe('a date in the time zone of Tokyo', () => {
  const originalTimeZone = process.env.TZ;
  beforeEach(() => {
    process.env.TZ = 'Asia/Tokyo';
  });
  afterEach(() => {
    if (originalTimeZone === undefined) delete process.env.TZ;
    else process.env.TZ = originalTimeZone;
  });

  it('is formatted with the local day and time', () => {
    const timestamp = '2026-11-20T23:05:00.000Z';
    expect([dayOf(timestamp), timeOf(timestamp), stampOf(timestamp)]).toEqual([
      '2026-11-21',
      '08:05',
      '2026-11-21 08:05',
    ]);
    expect(stampOf(Date.parse(timestamp))).toBe('2026-11-21 08:05');
    expect(stampOf('2026-11-20T23:05:09.999Z', true)).toBe('2026-11-21 08:05:09');
    expect(localTimeZone()).toBe('Asia/Tokyo');
  });

  it('is formatted for the last sync as specified, also at noon and midnight', () => {
    const syncTimes = [
      '2026-11-20T01:38Z',
      '2026-01-01T15:05Z',
      '2026-01-02T03:00Z',
      '2026-01-02T14:09Z',
    ];
    expect(syncTimes.map(syncStampOf)).toEqual([
      '11/20/26 @ 10:38 AM',
      '01/02/26 @ 12:05 AM',
      '01/02/26 @ 12:00 PM',
      '01/02/26 @ 11:09 PM',
    ]);
  });
});
