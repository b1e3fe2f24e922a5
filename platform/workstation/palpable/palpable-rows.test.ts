import { describe, expect, it } from 'vitest';
import { parseRow, rowOf, stepClock } from './palpable-rows.ts';
import { palpableText } from './palpable-text.ts';

describe('a typed palpable place', () => {
  it.each([
    ['10', '35', { side: 'R', clockMinutes: 600, distanceMm: 35 }],
    ['12:00', '', { side: 'R', clockMinutes: 0, distanceMm: null }],
    ['3:30', ' 8 ', { side: 'R', clockMinutes: 210, distanceMm: 8 }],
  ])('reads %j and %j', (clock, distance, place) => {
    expect(parseRow({ side: 'R', clock, distance })).toEqual({ place });
    expect(parseRow(rowOf(place as Parameters<typeof rowOf>[0]))).toEqual({ place });
  });

  it.each([
    ['13:00', '', 'Enter a clock position from 12:00 to 11:59'],
    ['', '', 'Enter a clock position from 12:00 to 11:59'],
    ['10', '-3', 'Enter the distance from the nipple in whole mm, 0–200'],
    ['10', '300', 'Enter the distance from the nipple in whole mm, 0–200'],
    ['10', '2.5', 'Enter the distance from the nipple in whole mm, 0–200'],
  ])('rejects %j and %j with a reason', (clock, distance, error) => {
    expect(parseRow({ side: 'L', clock, distance })).toEqual({ error });
  });

  it('moves by half an hour around the clock', () => {
    expect(stepClock('12:00', -1)).toBe('11:30');
    expect(stepClock('11:30', 1)).toBe('12:00');
    expect(stepClock('x', 1)).toBe('x');
  });

  it('is shown with side, clock and distance', () => {
    const places = [
      { side: 'R', clockMinutes: 600, distanceMm: 35 },
      { side: 'L', clockMinutes: 0, distanceMm: null },
    ] as const;
    expect(palpableText(places)).toBe('R 10:00 · 35 mm FN, L 12:00');
  });
});
