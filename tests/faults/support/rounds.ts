const requested = process.env.CLOCKFACE_FAULTS ?? '';

/** True in `npm run faults -- F1 --long`. */
export const isLong = requested === 'long';

/**
 * Number of rounds of a fault: `few` in every test run, `many` in a long run; `CLOCKFACE_FAULTS=50`
 * sets a maximum.
 */
export function rounds(few: number, many: number): number {
  const max = isLong ? many : Number(requested);
  return max > few ? Math.min(max, many) : few;
}
