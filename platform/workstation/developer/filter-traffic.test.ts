import { describe, expect, it } from 'vitest';
import { clockTime } from './clock-time.ts';
import { filterTraffic, prettyPayload, shortTopic } from './filter-traffic.ts';

const message = (number: number, topic: string, text: string) => ({
  number,
  topic,
  text,
  direction: 'in' as const,
  accepted: true,
  at: 0,
});
const ENTRIES = [
  message(1, 'clockface/o/device/d/status', '{"connected":true}'),
  message(2, 'clockface/o/jobs/j', '{"status":"FAILED"}'),
];

describe('the message log', () => {
  it('shows an invalid payload unchanged', () => {
    expect(prettyPayload('{"a":')).toBe('{"a":');
    expect(prettyPayload('{"a":1}')).toBe('{\n  "a": 1\n}');
  });

  it('finds messages by all terms in topic or payload, ignoring case', () => {
    expect(filterTraffic(ENTRIES, 'jobs failed').map(({ number }) => number)).toEqual([2]);
    expect(filterTraffic(ENTRIES, 'jobs connected')).toEqual([]);
    expect(filterTraffic(ENTRIES, '  ')).toBe(ENTRIES);
  });

  it('shortens topics by their common prefix only', () => {
    expect(shortTopic('clockface/o/device/d/status')).toBe('device/d/status');
    expect(shortTopic('other/o/device')).toBe('other/o/device');
  });

  it('formats times to the millisecond', () => {
    expect(clockTime(new Date(2026, 10, 20, 9, 4, 7, 31).getTime())).toBe('09:04:07.031');
  });
});
