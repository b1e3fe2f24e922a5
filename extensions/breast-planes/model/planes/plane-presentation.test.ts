import { describe, expect, it } from 'vitest';
import { PRESETS, presetOf } from '../views/adjust-presets.ts';
import { adjustGreyLevel, gainAt, NEUTRAL_ADJUSTMENT } from './plane-presentation.ts';

const withChange = (change: Partial<typeof NEUTRAL_ADJUSTMENT>) => ({
  ...NEUTRAL_ADJUSTMENT,
  ...change,
});

describe('adjustGreyLevel', () => {
  it('returns the stored grey level without adjustment', () => {
    for (const greyLevel of [0, 17, 127.5, 255]) {
      expect(adjustGreyLevel(greyLevel, 0.3, NEUTRAL_ADJUSTMENT)).toBe(greyLevel);
    }
  });

  it('multiplies the contrast by 2 to the power of contrast / 100 around the middle grey', () => {
    // 137.5 is 10 above the middle grey of 127.5.
    expect(adjustGreyLevel(137.5, 0, withChange({ contrast: 100 }))).toBe(147.5);
    expect(adjustGreyLevel(137.5, 0, withChange({ contrast: -100 }))).toBe(132.5);
  });

  it('adds the brightness and clamps to black and white', () => {
    expect(adjustGreyLevel(100, 0, withChange({ brightness: 20 }))).toBe(120);
    expect(adjustGreyLevel(250, 0, withChange({ brightness: 20 }))).toBe(255);
    expect(adjustGreyLevel(10, 0, withChange({ brightness: -20 }))).toBe(0);
  });

  it('interpolates the three gains linearly from near over mid to far', () => {
    const gains = withChange({ nearGain: -100, midGain: 0, farGain: 100 });
    expect([0, 0.25, 0.5, 0.75, 1].map((depth) => gainAt(gains, depth))).toEqual([
      0.5, 0.75, 1, 1.5, 2,
    ]);
    expect(gainAt(gains, 1.2)).toBe(2);
    expect(adjustGreyLevel(40, 1, gains)).toBe(80);
  });

  it('inverts after all other adjustments', () => {
    expect(adjustGreyLevel(100, 0, withChange({ brightness: 20, inverted: true }))).toBe(135);
  });
});

it('returns the preset of a view, inverted or not, and null after manual changes', () => {
  for (const { id, adjustment } of PRESETS) {
    expect(presetOf({ ...adjustment, inverted: true })).toBe(id);
    expect(presetOf({ ...adjustment, nearGain: 7 })).toBeNull();
  }
});
