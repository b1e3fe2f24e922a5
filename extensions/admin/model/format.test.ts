import { describe, expect, it } from 'vitest';
import { formatBytes, formatDuration, formatLastSeen } from './format.ts';

/** Converts a local time to an instant. */
const localInstant = (...parts: [number, number, number, number, number]): string =>
  new Date(...parts).toISOString();
const NOW = new Date(2026, 10, 20, 12, 0).getTime();

describe('formatLastSeen', () => {
  it.each([
    [localInstant(2026, 10, 20, 0, 0), '00:00'],
    [localInstant(2026, 10, 20, 10, 40), '10:40'],
    [localInstant(2026, 10, 19, 23, 59), 'Yesterday'],
    [localInstant(2026, 10, 18, 23, 59), '11-18'],
    [localInstant(2025, 10, 20, 10, 40), '2025-11-20'],
  ])('formats %s as %s', (instant, text) => {
    expect(formatLastSeen(instant, NOW, 'Yesterday')).toBe(text);
  });
});

it('formats sizes in the largest decimal unit that is not above the size', () => {
  expect([0, 999, 1_500, 12_345_678, 4e15].map(formatBytes)).toEqual([
    '0 B',
    '999 B',
    '1.5 KB',
    '12.3 MB',
    '4.0 PB',
  ]);
});

it('formats durations with their two largest units', () => {
  expect([20, 300, 4 * 3600 + 300, 3 * 86_400 + 7200].map(formatDuration)).toEqual([
    '20 s',
    '5 min',
    '4 h 5 min',
    '3 d 2 h',
  ]);
});
