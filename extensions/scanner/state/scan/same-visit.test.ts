import { expect, it } from 'vitest';
import { isSameVisit } from './same-visit.ts';

/** A time of the workstation's zone, in January 2026. */
const at = (day: number, hour: number, minute = 0) => new Date(2026, 0, day, hour, minute);

it.each([
  ['later on the same day', at(5, 8), at(5, 19, 59), true],
  ['12 hours later', at(5, 8), at(5, 20), false],
  ['after midnight, in an examination of the night', at(5, 23, 40), at(6, 0, 30), true],
  ['4 hours later on the next day', at(5, 21), at(6, 1), false],
  ['in the morning after an evening, within 12 hours', at(5, 20), at(6, 7, 30), false],
  ['at a workstation whose clock is some minutes slow', at(5, 8, 10), at(5, 8), true],
  ['at a workstation whose clock is a day slow', at(5, 8), at(4, 8), false],
])('a study belongs to the visit or not: %s', (_, created, now, expected) => {
  expect(isSameVisit({ createdAt: created.toISOString() }, now.getTime())).toBe(expected);
});
