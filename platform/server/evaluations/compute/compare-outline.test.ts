import { describe, expect, it } from 'vitest';
import type { Mark } from '#contracts';
import { aLengthMark } from '#testing';
import { compareOutline, type Mask } from './compare-outline.ts';

/** Transverse image of 100 × 50 mm at z = 0; corners in mm from its upper left corner. */
function areaMark(markType: Mark['markType'], cornersMm: readonly [number, number][]): Mark {
  const mark = aLengthMark();
  const points = cornersMm.map(([x, y]) => ({ u: x / 100, v: y / 50 }));
  return {
    ...mark,
    markType,
    planeView: 'TRA',
    frame: {
      originMm: [-50, 0, 0],
      right: [1, 0, 0],
      down: [0, 1, 0],
      widthMm: 100,
      heightMm: 50,
    },
    markViewParams: { ...mark.markViewParams, points },
  };
}

/** Square of 10 mm with its corner at x = −5, y = 10 mm. */
const SQUARE = areaMark('FREEHAND', [
  [45, 10],
  [55, 10],
  [55, 20],
  [45, 20],
]);

/** Box of voxels of 0.5 mm: 10 mm wide and deep from a corner, 3 mm along z about `zMm`. */
function boxMask(cornerXMm: number, cornerYMm: number, zMm = 0): Mask {
  return {
    grid: {
      sizes: [20, 20, 6],
      spacingMm: [0.5, 0.5, 0.5],
      originMm: [cornerXMm + 0.25, cornerYMm + 0.25, zMm - 1.25],
    },
    voxels: new Uint8Array(20 * 20 * 6).fill(1),
  };
}

describe('the comparison of an outline with a mask', () => {
  it('has Dice 1 and distance 0 for the same square', () => {
    const same = compareOutline(SQUARE, boxMask(-5, 10));
    expect(same?.dice).toBeGreaterThan(0.97);
    expect(same?.hd95Mm).toBeLessThan(0.3);
  });

  it('has Dice 1/2 and the shift for a square moved by half its width', () => {
    const moved = compareOutline(SQUARE, boxMask(0, 10));
    expect(moved?.dice).toBeCloseTo(0.5, 1);
    expect(moved?.hd95Mm).toBeCloseTo(5, 0);
  });

  it('has Dice 0 and no finite distance for a mask beside the plane', () => {
    expect(compareOutline(SQUARE, boxMask(-5, 10, 10))).toEqual({
      dice: 0,
      hd95Mm: Number.POSITIVE_INFINITY,
    });
  });

  it('fills an ellipse by its two axes', () => {
    const circle = areaMark('ELLIPTICAL', [
      [45, 15],
      [55, 15],
      [50, 10],
      [50, 20],
    ]);
    // A circle in a square of its diameter covers π/4: Dice = 2 · π/4 / (1 + π/4).
    expect(compareOutline(circle, boxMask(-5, 10))?.dice).toBeCloseTo(0.88, 1);
  });

  it('is null for a mark without an area', () => {
    expect(compareOutline(aLengthMark(), boxMask(-5, 10))).toBeNull();
  });
});
