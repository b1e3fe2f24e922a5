import { describe, expect, it } from 'vitest';
import { projectionPixels } from './projection-pixels.ts';

const rgba = (pixels: Uint8ClampedArray, at: number) => [...pixels.slice(4 * at, 4 * at + 4)];

describe('the pixels of a projection', () => {
  it('spread the grey levels of the tissue over the whole range, and are clear without tissue', () => {
    const greyLevels = Uint8Array.from([0, 60, 90, 120]);
    const pixels = projectionPixels(greyLevels, new Float32Array(4).fill(1));
    expect(rgba(pixels, 0)).toEqual([0, 0, 0, 0]);
    expect(rgba(pixels, 1)).toEqual([0, 0, 0, 255]);
    expect(rgba(pixels, 3)).toEqual([255, 255, 255, 255]);
    expect(pixels[8]).toBeGreaterThan(100);
    expect(pixels[8]).toBeLessThan(150);
  });

  it('are dimmed by the share of the depth that was not seen', () => {
    const greyLevels = Uint8Array.from([60, 120, 120, 120]);
    const pixels = projectionPixels(greyLevels, Float32Array.from([1, 1, 0.5, 0]));
    const [seen = 0, half = 0, unseen = 0] = [pixels[4], pixels[8], pixels[12]];
    expect(seen).toBeGreaterThan(half);
    expect(half).toBeGreaterThan(unseen);
    expect(unseen).toBeGreaterThan(0.3 * 255);
  });

  it('show tissue of one grey level', () => {
    const pixels = projectionPixels(Uint8Array.from([80, 80]), Float32Array.from([1, 1]));
    expect(rgba(pixels, 0)[3]).toBe(255);
  });
});
