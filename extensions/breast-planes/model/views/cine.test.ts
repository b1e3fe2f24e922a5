import { describe, expect, it } from 'vitest';
import { cineRange, nextCineStep } from './cine.ts';

const walk = (start: number, steps: number, pingPong: boolean, circle = false) => {
  const values: number[] = [];
  let [value, direction] = [start, 1 as 1 | -1];
  for (let i = 0; i < steps; i++) {
    ({ value, direction } = nextCineStep(value, direction, [0, 3], { pingPong, circle }));
    values.push(value);
  }
  return values;
};

describe('cine', () => {
  it('reverses at the ends or starts again', () => {
    expect(walk(0, 8, true)).toEqual([1, 2, 3, 2, 1, 0, 1, 2]);
    expect(walk(0, 5, false)).toEqual([1, 2, 3, 0, 1]);
  });

  it('starts at the near end when outside the range', () => {
    expect(walk(-7, 2, true)).toEqual([0, 1]);
    expect(walk(9, 2, true)).toEqual([3, 2]);
    expect(walk(9, 2, false)).toEqual([3, 0]);
  });

  it('stays on the slice of a single-slice range', () => {
    const step = nextCineStep(2, 1, [2, 2], { pingPong: true, circle: false });
    expect(step.value).toBe(2);
  });

  it('continues around a full circle without reversing', () => {
    expect(walk(3, 3, true, true)).toEqual([4, 5, 6]);
  });

  it('accepts reversed fractions and clamps those beyond the ends', () => {
    const range = { min: -10, max: 10, wraps: false };
    expect(cineRange(range, [0.75, 0.25])).toEqual([-5, 5]);
    expect(cineRange(range, [-3, 9])).toEqual([-10, 10]);
    expect(cineRange(range, undefined)).toEqual([-10, 10]);
  });

  it('runs through 12:00 from eleven to one, not the long way round', () => {
    const circle = { min: 0, max: 359, wraps: true };
    const range = cineRange(circle, [330 / 359, 30 / 359]);
    expect(range).toEqual([330, 390]);
    const values: number[] = [];
    let [value, direction] = [358, 1 as 1 | -1];
    for (let i = 0; i < 70; i++) {
      const next = nextCineStep(value, direction, range, { pingPong: true, circle: false });
      value = next.value % 360;
      direction = next.direction;
      values.push(value);
    }
    expect(values.slice(0, 4)).toEqual([359, 0, 1, 2]);
    expect(values.every((deg) => deg >= 330 || deg <= 30)).toBe(true);
    expect(values.slice(31, 34)).toEqual([30, 29, 28]);
    // From the opposite side of the circle cine starts at the first end of the range.
    const outside = nextCineStep(180, 1, range, { pingPong: true, circle: false });
    expect(outside).toEqual({ value: 330, direction: 1 });
  });
});
