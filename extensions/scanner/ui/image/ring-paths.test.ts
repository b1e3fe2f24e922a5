import { describe, expect, it } from 'vitest';
import { pointAt, recordedTicks, ringPaths } from './ring-paths.ts';

describe('the ring of recorded angles', () => {
  it('starts with 12 o’clock at the top and runs clockwise', () => {
    expect(pointAt(10, 0).y).toBeCloseTo(-10);
    expect(pointAt(10, 90).x).toBeCloseTo(10);
    expect(pointAt(10, 180).y).toBeCloseTo(10);
    expect(pointAt(10, 270).x).toBeCloseTo(-10);
  });

  it('has a tick per 2°, and the last degree belongs to 12 o’clock', () => {
    expect([...recordedTicks([0, 1, 2, 90, 359.4])].sort((a, b) => a - b)).toEqual([0, 1, 45]);
  });

  it('draws every tick once, recorded or open', () => {
    const { recorded, open } = ringPaths(new Set([0, 45]), new Set(), 10, 20);
    expect(recorded.match(/M/g)).toHaveLength(2);
    expect(open.match(/M/g)).toHaveLength(178);
    expect(recorded.startsWith('M0.00 -10.00L0.00 -20.00')).toBe(true);
  });

  it('draws a tick with a marked frame only as marked', () => {
    const { recorded, marked, open } = ringPaths(new Set([0, 45]), new Set([45]), 10, 20);
    const counts = [recorded, marked, open].map((path) => path.match(/M/g)?.length);
    expect(counts).toEqual([1, 1, 178]);
  });
});
