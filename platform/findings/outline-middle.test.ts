import { describe, expect, it } from 'vitest';
import type { NormalisedPoint } from '#geometry';
import { middleOfOutline } from './outline-middle.ts';

const IMAGE = { widthMm: 100, heightMm: 50 };
type PointMm = readonly [number, number];

const middleMm = (pointsMm: readonly PointMm[]): PointMm => {
  const points = pointsMm.map(([x, y]) => ({ u: x / IMAGE.widthMm, v: y / IMAGE.heightMm }));
  const { u, v }: NormalisedPoint = middleOfOutline(IMAGE, points);
  return [u * IMAGE.widthMm, v * IMAGE.heightMm];
};
/** Returns `count` points on the way from one point to another, without the last one. */
const line = ([x, y]: PointMm, to: PointMm, count: number): PointMm[] =>
  Array.from({ length: count }, (_, idx) => [
    x + ((to[0] - x) * idx) / count,
    y + ((to[1] - y) * idx) / count,
  ]);
const expectMiddle = (pointsMm: readonly PointMm[], [x, y]: PointMm): void => {
  const middle = middleMm(pointsMm);
  expect(middle[0]).toBeCloseTo(x, 9);
  expect(middle[1]).toBeCloseTo(y, 9);
};

describe('the middle of an outline', () => {
  const corners = [
    [40, 10],
    [64, 10],
    [64, 34],
    [40, 34],
  ] as const;

  it('is that of its area, wherever the hand was slow', () => {
    const [a, b, c, d] = corners;
    const uneven = [...line(a, b, 3), ...line(b, c, 60), ...line(c, d, 2), ...line(d, a, 4)];
    expectMiddle(corners, [52, 22]);
    expectMiddle(uneven, [52, 22]);
    expectMiddle(uneven.toReversed(), [52, 22]);
  });

  it('lies in the larger part of a shape', () => {
    // A square of 20 mm with a bar of 20 × 2 mm at its right side.
    const shape: PointMm[] = [
      [10, 10],
      [30, 10],
      [30, 19],
      [50, 19],
      [50, 21],
      [30, 21],
      [30, 30],
      [10, 30],
    ];
    expectMiddle(shape, [(400 * 20 + 40 * 40) / 440, 20]);
  });

  it('is that of the line if both loops of the outline cancel out', () => {
    const eight: PointMm[] = [
      [10, 10],
      [20, 30],
      [20, 10],
      [10, 30],
    ];
    expectMiddle(eight, [15, 20]);
    // The loops differ by a rounding of their coordinates.
    const uneven: PointMm[] = [
      ...line([10, 10], [20, 30], 50),
      [20, 30],
      [20, 10 + 1e-9],
      [10, 30],
    ];
    expectMiddle(uneven, [15, 20]);
  });

  it('is that of the line without an area, and the point itself without a length', () => {
    const [from, middle, to] = [
      [10, 10],
      [12, 10],
      [30, 10],
    ] as const;
    expectMiddle([from, middle, to], [20, 10]);
    const slanted = line([3.3, 7.1], [31.7, 19.3], 7);
    expectMiddle([...slanted, [31.7, 19.3]], [17.5, 13.2]);
    expectMiddle([from, from, from], from);
  });
});
