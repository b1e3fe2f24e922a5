/** Calibration result for a single value of the header. */
export interface Verdict {
  /** Value in the header, and value used for the volume. */
  readonly header: number;
  readonly used: number;
  /** CONFIRMED and NOT_SUPPORTED keep the value of the header. */
  readonly state: 'CALIBRATED' | 'CONFIRMED' | 'NOT_SUPPORTED';
  /** Reason as text. */
  readonly reason: string;
}

export const unchangedVerdict = (
  header: number,
  state: 'CONFIRMED' | 'NOT_SUPPORTED',
  reason: string,
): Verdict => ({ header, used: header, state, reason });
