import { describe, expect, it } from 'vitest';
import { ghostOpacity } from './ghost-cursor.ts';

describe('ghostOpacity', () => {
  it('is 1 inside the shown slab and within a millimetre of a thin slice', () => {
    expect(ghostOpacity(0, 0)).toBe(1);
    expect(ghostOpacity(-1, 0)).toBe(1);
    expect(ghostOpacity(4, 8)).toBe(1);
  });

  it('decreases with the distance from the plane, equally on both sides, to 0.25', () => {
    const opacities = [1, 2, 4, 7, 9.9, 10, 30].map((mm) => ghostOpacity(mm, 0));
    expect(opacities).toEqual([1, 2, 4, 7, 9.9, 10, 30].map((mm) => ghostOpacity(-mm, 0)));
    expect(opacities).toEqual([...opacities].sort((a, b) => b - a));
    expect(ghostOpacity(5.5, 0)).toBeCloseTo(0.625, 9);
    expect(opacities.slice(-2)).toEqual([0.25, 0.25]);
    expect(ghostOpacity(11, 20)).toBe(0.25);
  });
});
