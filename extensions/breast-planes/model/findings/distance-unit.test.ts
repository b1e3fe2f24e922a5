import { afterEach, expect, it } from 'vitest';
import { fromNippleText, setDistanceUnit } from './distance-unit.ts';

afterEach(() => setDistanceUnit('mm'));

it('states distances from the nipple in the unit that the reader prefers', () => {
  expect(fromNippleText(31.6)).toBe('32 mm FN');
  setDistanceUnit('cm');
  expect(fromNippleText(31.6)).toBe('3.2 cm FN');
});
