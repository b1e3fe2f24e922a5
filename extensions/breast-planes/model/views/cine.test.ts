import { describe, expect, it } from 'vitest';
import { cineRange, nextCineStep } from './cine.ts';

/** Returns the positions after each step of cine over slices 0 to 3. */
const play = (start: number, steps: number, pingPong: boolean, circle = false) => {
  const values: number[] = [];
  let value = start;
  let direction: 1 | -1 = 1;
  for (let step = 0; step < steps; step++) {
    ({ value, direction } = nextCineStep(value, direction, [0, 3], { pingPong, circle }));
    values.push(value);
  }
  return values;
};

describe('cine', () => {
  it('reverses at the ends, or starts again from the first slice', () => {
    expect(play(0, 8, true)).toEqual([1, 2, 3, 2, 1, 0, 1, 2]);
    expect(play(0, 5, false)).toEqual([1, 2, 3, 0, 1]);
  });

  it('starts at the near end when outside the range', () => {
    expect(play(-7, 2, true)).toEqual([0, 1]);
    expect(play(9, 2, true)).toEqual([3, 2]);
    expect(play(9, 2, false)).toEqual([3, 0]);
  });

  it('stays on the slice of a single-slice range', () => {
    const step = nextCineStep(2, 1, [2, 2], { pingPong: true, circle: false });
    expect(step.value).toBe(2);
  });

  it('continues around a full circle without reversing', () => {
    expect(play(3, 3, true, true)).toEqual([4, 5, 6]);
  });

  it('accepts reversed fractions and clamps fractions beyond the ends', () => {
    const range = { min: -10, max: 10, wraps: false };
    expect(cineRange(range, [0.75, 0.25])).toEqual([-5, 5]);
    expect(cineRange(range, [-3, 9])).toEqual([-10, 10]);
    expect(cineRange(range, undefined)).toEqual([-10, 10]);
  });

  it('runs from 11:00 through 12:00 to 1:00, not the long way round', () => {
    const circle = { min: 0, max: 359, wraps: true };
    const range = cineRange(circle, [330 / 359, 30 / 359]);
    expect(range).toEqual([330, 390]);
    const values: number[] = [];
    let value = 358;
    let direction: 1 | -1 = 1;
    for (let step = 0; step < 70; step++) {
      const next = nextCineStep(value, direction, range, { pingPong: true, circle: false });
      value = next.value % 360;
      direction = next.direction;
      values.push(value);
    }
    expect(values.slice(0, 4)).toEqual([359, 0, 1, 2]);
    expect(values.every((deg) => deg >= 330 || deg <= 30)).toBe(true);
    expect(values.slice(31, 34)).toEqual([30, 29, 28]);
    // From the opposite side of the circle, cine starts at the first end of the range.
    const outside = nextCineStep(180, 1, range, { pingPong: true, circle: false });
    expect(outside).toEqual({ value: 330, direction: 1 });
  });
});
