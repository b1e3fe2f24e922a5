import { describe, expect, it } from 'vitest';
import { amplitudeOfDb, exp, log, sinCosDeg } from './portable-math.ts';

describe('the portable functions', () => {
  it("match the engine's functions up to the last bits", () => {
    for (let x = -40; x < 10; x += 0.37) {
      expect(Math.abs(exp(x) / Math.exp(x) - 1)).toBeLessThan(1e-13);
    }
    for (let deg = -400; deg < 800; deg += 7.3) {
      const { sin, cos } = sinCosDeg(deg);
      expect(sin).toBeCloseTo(Math.sin((deg * Math.PI) / 180), 12);
      expect(cos).toBeCloseTo(Math.cos((deg * Math.PI) / 180), 12);
    }
    for (let x = 1e-12; x < 1e6; x *= 1.7) {
      expect(Math.abs(log(x) - Math.log(x))).toBeLessThan(
        1e-13 * Math.max(1, Math.abs(Math.log(x))),
      );
    }
    expect(amplitudeOfDb(-6.020_599_913)).toBeCloseTo(0.5, 9);
  });

  it('return zero instead of denormal numbers', () => {
    expect(exp(-1000)).toBe(0);
  });
});
