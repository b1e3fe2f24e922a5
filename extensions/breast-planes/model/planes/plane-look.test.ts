import { describe, expect, it } from 'vitest';
import { PRESETS, presetOf } from '../views/adjust-presets.ts';
import { adjustedGrey, gainAt, PLAIN_ADJUSTMENT } from './plane-look.ts';

const withChange = (change: Partial<typeof PLAIN_ADJUSTMENT>) => ({
  ...PLAIN_ADJUSTMENT,
  ...change,
});

describe('how a voxel becomes a grey', () => {
  it('shows the stored greys where nothing is adjusted', () => {
    for (const grey of [0, 17, 127.5, 255]) {
      expect(adjustedGrey(grey, 0.3, PLAIN_ADJUSTMENT)).toBe(grey);
    }
  });

  it('multiplies contrasts by 2 to the power of contrast / 100, about the middle grey', () => {
    expect(adjustedGrey(137.5, 0, withChange({ contrast: 100 }))).toBe(147.5);
    expect(adjustedGrey(137.5, 0, withChange({ contrast: -100 }))).toBe(132.5);
  });

  it('adds brightness, and ends at black and white', () => {
    expect(adjustedGrey(100, 0, withChange({ brightness: 20 }))).toBe(120);
    expect(adjustedGrey(250, 0, withChange({ brightness: 20 }))).toBe(255);
    expect(adjustedGrey(10, 0, withChange({ brightness: -20 }))).toBe(0);
  });

  it('takes the three gains at the face, in the middle and at the far end, straight between', () => {
    const gains = withChange({ nearGain: -100, midGain: 0, farGain: 100 });
    expect([0, 0.25, 0.5, 0.75, 1].map((depth) => gainAt(gains, depth))).toEqual([
      0.5, 0.75, 1, 1.5, 2,
    ]);
    expect(gainAt(gains, 1.2)).toBe(2);
    expect(adjustedGrey(40, 1, gains)).toBe(80);
  });

  it('inverts last', () => {
    expect(adjustedGrey(100, 0, withChange({ brightness: 20, inverted: true }))).toBe(135);
  });
});

it('names the preset that a view shows, turned around or not, and none once a hand changed it', () => {
  for (const { id, adjustment } of PRESETS) {
    expect(presetOf({ ...adjustment, inverted: true })).toBe(id);
    expect(presetOf({ ...adjustment, nearGain: 7 })).toBeNull();
  }
});
