import type { Rate } from '#contracts';

/** Quantile of the normal distribution for an interval of 95 %. */
const Z = 1.959964;

/**
 * Returns a share with its 95 % interval.
 * @see Wilson EB. Probable inference, the law of succession, and statistical inference. J Am Stat
 *   Assoc 1927;22:209-212.
 */
export function rateOf(numerator: number, denominator: number): Rate {
  if (denominator === 0) return { numerator, denominator, value: null, low: null, high: null };
  const share = numerator / denominator;
  const squared = Z ** 2;
  const scale = 1 + squared / denominator;
  const centre = (share + squared / (2 * denominator)) / scale;
  const variance = (share * (1 - share)) / denominator + squared / (4 * denominator ** 2);
  const half = (Z * Math.sqrt(variance)) / scale;
  return {
    numerator,
    denominator,
    value: share,
    low: numerator === 0 ? 0 : centre - half,
    high: numerator === denominator ? 1 : centre + half,
  };
}
