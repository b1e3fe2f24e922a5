const requested = process.env.CLOCKFACE_FAULTS ?? '';

/** True in `npm run faults -- F1 --long`. */
export const isLong = requested === 'long';

/**
 * How often a fault is tried: a few times in every test run, many times in a long one;
 * `CLOCKFACE_FAULTS=50` says how many times at most.
 */
export function rounds(few: number, many: number): number {
  const max = isLong ? many : Number(requested);
  return max > few ? Math.min(max, many) : few;
}
