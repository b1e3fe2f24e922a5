import { describe, expect, it } from 'vitest';
import { examinationTime } from './examination-day.ts';

const NOW_MS = Date.parse('2026-11-20T08:00:00Z');
const timeOf = (examinedOn: string | undefined, examinedTime?: string) =>
  examinationTime({ examinedOn, examinedTime }, 'Europe/Berlin', NOW_MS);

describe('the time of an imported examination', () => {
  it('is noon of its day at the site, in summer and winter', () => {
    expect(timeOf('2025-07-01')).toBe('2025-07-01T10:00:00.000Z');
    expect(timeOf('2025-01-01')).toBe('2025-01-01T11:00:00.000Z');
    expect(timeOf('1900-01-01')).toBe('1900-01-01T11:00:00.000Z');
  });

  it('is the time that the file states', () => {
    expect(timeOf('2025-01-01', '23:30')).toBe('2025-01-01T22:30:00.000Z');
  });

  it('never lies in the future', () => {
    expect(timeOf('2026-11-20')).toBe('2026-11-20T08:00:00.000Z');
  });

  it('is null for an unknown day', () => {
    expect(timeOf(undefined)).toBeNull();
  });
});
