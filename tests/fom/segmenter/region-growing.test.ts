import { describe, expect, it } from 'vitest';
import { growRegion, meanFilter } from './region-growing.ts';

describe('region growing', () => {
  it('covers the dark disc under the click and not the one beside it', () => {
    const [width, height] = [200, 100];
    const grey = Float32Array.from({ length: width * height }, (_, index) => {
      const [x, y] = [index % width, Math.floor(index / width)];
      const isDark = Math.hypot(x - 60, y - 50) < 25 || Math.hypot(x - 150, y - 50) < 25;
      return isDark ? 0.1 : 0.7;
    });
    const mask = growRegion({ width, height, grey }, { x: 60, y: 50 });
    expect(mask[50 * width + 150]).toBe(0);
    const area = mask.reduce((sum, value) => sum + value, 0);
    expect(area / (Math.PI * 25 ** 2)).toBeCloseTo(1, 1);
  });

  it('covers nothing when the click is brighter than the image', () => {
    const grey = new Float32Array(2500).fill(0.2);
    grey.fill(0.9, 1000, 1500);
    const mask = growRegion({ width: 50, height: 50, grey }, { x: 25, y: 25 });
    expect(mask.every((value) => value === 0)).toBe(true);
  });
});

describe('the mean filter', () => {
  it('uses fewer pixels at the border', () => {
    const grey = Float32Array.from([0, 3, 6]);
    const filtered = meanFilter({ width: 3, height: 1, grey }, 1).grey;
    expect([...filtered]).toEqual([1.5, 3, 4.5]);
  });
});
