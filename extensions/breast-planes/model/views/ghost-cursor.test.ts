import { describe, expect, it } from 'vitest';
import { ghostOpacity } from './ghost-cursor.ts';

describe('the ghost of the pointer in another plane', () => {
  it('is full in the slice that is shown, and within a millimetre of a thin one', () => {
    expect(ghostOpacity(0, 0)).toBe(1);
    expect(ghostOpacity(-1, 0)).toBe(1);
    expect(ghostOpacity(4, 8)).toBe(1);
  });

  it('grows fainter with the way to the plane, alike on both sides, and is never quite gone', () => {
    const opacities = [1, 2, 4, 7, 9.9, 10, 30].map((mm) => ghostOpacity(mm, 0));
    expect(opacities).toEqual([1, 2, 4, 7, 9.9, 10, 30].map((mm) => ghostOpacity(-mm, 0)));
    expect(opacities).toEqual([...opacities].sort((a, b) => b - a));
    expect(ghostOpacity(5.5, 0)).toBeCloseTo(0.625, 9);
    expect(opacities.slice(-2)).toEqual([0.25, 0.25]);
    expect(ghostOpacity(11, 20)).toBe(0.25);
  });
});
