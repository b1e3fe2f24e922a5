import { describe, expect, it } from 'vitest';
import { dotWidth, type MapPoint, rimPoint, spread } from './body-map.ts';

const gap = (a: MapPoint | undefined, b: MapPoint | undefined): number =>
  Math.hypot((a?.x ?? 0) - (b?.x ?? 0), (a?.y ?? 0) - (b?.y ?? 0));

describe('dots of findings', () => {
  it('stay where they are while each has room', () => {
    const points = [
      { x: 0, y: 0 },
      { x: 0.4, y: 0 },
      { x: 0, y: -0.9 },
    ];
    expect(spread(points)).toEqual(points);
  });

  it('of one place stand beside each other, about it', () => {
    const [a, b] = spread([
      { x: 0.2, y: 0.1 },
      { x: 0.2, y: 0.1 },
    ]);
    expect(gap(a, b)).toBeCloseTo(0.31, 3);
    expect(((a?.x ?? 0) + (b?.x ?? 0)) / 2).toBeCloseTo(0.2);
    expect(a?.x).toBeLessThan(b?.x ?? 0);
  });

  it('near each other can each be pressed, and stay near their places', () => {
    const points = [0, 0.05, 0.1, 0.12].map((x, idx) => ({ x, y: idx * 0.03 }));
    const shown = spread(points);
    for (const [idx, one] of shown.entries()) {
      for (const other of shown.slice(idx + 1)) expect(gap(one, other)).toBeGreaterThan(0.24);
      expect(gap(one, points[idx])).toBeLessThan(0.5);
    }
  });
});

const on = (n: number, of: (part: number) => MapPoint) =>
  Array.from({ length: n }, (_, idx) => of(idx / n));
const CROWDS: readonly (readonly [string, (part: number) => MapPoint])[] = [
  ['one place', () => ({ x: 0.2, y: 0.1 })],
  ['one place of the rim', () => ({ x: 0, y: -1 })],
  ['a line', (part) => ({ x: part - 0.5, y: 0 })],
  ['a quadrant', (part) => ({ x: 0.9 * Math.sin(part * 1.5), y: -0.9 * Math.cos(part * 1.5) })],
];

describe.each(CROWDS)('many findings at %s', (_, of) => {
  it.each([10, 20, 28, 60])('%d dots stay in the breast, each to be read and pressed', (n) => {
    const shown = spread(on(n, of));
    for (const { x, y } of shown) expect(Math.hypot(x, y)).toBeLessThanOrEqual(1 + 1e-9);
    for (const [idx, one] of shown.entries()) {
      for (const other of shown.slice(idx + 1)) {
        expect(gap(one, other)).toBeGreaterThan((n > 28 ? 0.5 : 0.75) * dotWidth(n));
      }
    }
  });
});

describe('the line of the radial plane', () => {
  it('goes from the nipple to the rim at the hour, also from a nipple beside the middle', () => {
    expect(rimPoint({ x: 0, y: 0 }, 90).x).toBeCloseTo(1);
    const noon = rimPoint({ x: 0.3, y: 0.1 }, 0);
    expect(noon.x).toBeCloseTo(0.3);
    expect(noon.y).toBeCloseTo(-Math.sqrt(1 - 0.09));
    const low = rimPoint({ x: -0.2, y: 0.4 }, 225);
    expect(Math.hypot(low.x, low.y)).toBeCloseTo(1);
    expect(low.x).toBeLessThan(-0.2);
    expect(low.y).toBeGreaterThan(0.4);
  });
});
