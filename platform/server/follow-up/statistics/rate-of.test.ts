import { describe, expect, it } from 'vitest';
import { rateOf } from './rate-of.ts';

describe('rateOf', () => {
  it('returns the share with the interval of Wilson', () => {
    // Newcombe RG. Stat Med 1998;17:857-872, table I, method 3.
    const { value, low, high } = rateOf(81, 263);
    expect(value).toBeCloseTo(0.308, 4);
    expect(low).toBeCloseTo(0.2553, 4);
    expect(high).toBeCloseTo(0.3662, 4);
    const rare = rateOf(1, 29);
    expect([rare.low, rare.high].map((end) => end?.toFixed(4))).toEqual(['0.0061', '0.1718']);
  });

  it('ends at 0 and 1 for none and for all cases', () => {
    expect(rateOf(0, 20)).toMatchObject({ value: 0, low: 0 });
    expect(rateOf(0, 20).high).toBeCloseTo(0.1611, 4);
    expect(rateOf(29, 29)).toMatchObject({ value: 1, high: 1 });
    expect(rateOf(29, 29).low).toBeCloseTo(0.883, 4);
  });

  it('is unknown without cases, with both counts', () => {
    expect(rateOf(0, 0)).toEqual({
      numerator: 0,
      denominator: 0,
      value: null,
      low: null,
      high: null,
    });
  });
});
