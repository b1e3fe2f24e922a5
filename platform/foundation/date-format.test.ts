import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dayOf, localTimeZone, stampOf, syncStampOf, timeOf } from './date-format.ts';

describe('a date in the time zone of Tokyo', () => {
  const before = process.env.TZ;
  beforeEach(() => {
    process.env.TZ = 'Asia/Tokyo';
  });
  afterEach(() => {
    if (before === undefined) delete process.env.TZ;
    else process.env.TZ = before;
  });

  it('is formatted with the local day and time', () => {
    const at = '2026-11-20T23:05:00.000Z';
    expect([dayOf(at), timeOf(at), stampOf(at)]).toEqual([
      '2026-11-21',
      '08:05',
      '2026-11-21 08:05',
    ]);
    expect(stampOf(Date.parse(at))).toBe('2026-11-21 08:05');
    expect(stampOf('2026-11-20T23:05:09.999Z', true)).toBe('2026-11-21 08:05:09');
    expect(localTimeZone()).toBe('Asia/Tokyo');
  });

  it('is formatted for the last sync as specified, also at noon and midnight', () => {
    const sync = [
      '2026-11-20T01:38Z',
      '2026-01-01T15:05Z',
      '2026-01-02T03:00Z',
      '2026-01-02T14:09Z',
    ];
    expect(sync.map(syncStampOf)).toEqual([
      '11/20/26 @ 10:38 AM',
      '01/02/26 @ 12:05 AM',
      '01/02/26 @ 12:00 PM',
      '01/02/26 @ 11:09 PM',
    ]);
  });
});
