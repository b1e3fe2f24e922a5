import { describe, expect, it } from 'vitest';
import { clockMentions, secondsOutside } from './clock-mentions.ts';

const HOUR = 3_600;
/** Returns the named positions in hours, ranges as from-to. */
const hoursIn = (text: string): string =>
  clockMentions(text, 'named')
    .map(({ fromSec, toSec }) =>
      fromSec === toSec ? String(fromSec / HOUR) : `${fromSec / HOUR}-${toSec / HOUR}`,
    )
    .join(' ');

describe('clockMentions', () => {
  it.each([
    ["At 12 o'clock.", '0'],
    ['At 12 o’clock.', '0'],
    ['at 10:00', '10'],
    ['R1 at 10:00: biopsy', '10'],
    ['at 10:30', '10.5'],
    ['outer quadrant,2:00', '2'],
    ["10:00 o'clock", '10'],
    ['bei 10 Uhr', '10'],
    ['bei 10.30 Uhr', '10.5'],
    ['in 10-Uhr-Position', '10'],
    ['bei 9–10 Uhr', '9-10'],
    ["between 11 and 1 o'clock", '11-1'],
    ['zwischen 1 und 12 Uhr', '0-1'],
    ['9:00-10:00', '9-10'],
    ["ten o'clock", '10'],
    ['zwölf Uhr', '0'],
    ['at 3 h', '3'],
    ["2 o'clock and 8 o'clock", '2 8'],
  ])('finds in “%s” the hours %s', (text, hours) => {
    expect(hoursIn(text)).toBe(hours);
  });

  it.each([
    '12.4 mm, 1.2 cm',
    '2026-11-20T10:30:00.000Z',
    'acquired at 10:30 am',
    'at 14:30',
    "contralateral at 2 o'clock",
    "previously at 2 o'clock",
    'in 3 h',
    'BI-RADS 4B, 3 findings',
  ])('finds no position of the finding in “%s”', (text) => {
    expect(hoursIn(text)).toBe('');
  });
});

describe('secondsOutside', () => {
  const [range] = clockMentions("11-1 o'clock", 'all');
  it.each([
    [0, 0],
    [11, 0],
    [1, 0],
    [2, HOUR],
    [10, HOUR],
    [6, 5 * HOUR],
  ])('measures %i:00 against 11 to 1 as %i seconds', (hour, seconds) => {
    expect(secondsOutside(hour * HOUR, range!)).toBe(seconds);
  });
});
