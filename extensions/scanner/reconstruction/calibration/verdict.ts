/** Calibration result for a single value of the header. */
export interface Verdict {
  /** Value in the header. */
  readonly header: number;
  /** Value used for the volume. */
  readonly used: number;
  /** CONFIRMED and NOT_SUPPORTED keep the value of the header. */
  readonly state: 'CALIBRATED' | 'CONFIRMED' | 'NOT_SUPPORTED';
  /** Reason in English, stored with the volume. */
  readonly reason: string;
}

/** Returns a verdict that keeps the value of the header. */
export const unchangedVerdict = (
  header: number,
  state: 'CONFIRMED' | 'NOT_SUPPORTED',
  reason: string,
): Verdict => ({ header, used: header, state, reason });
