/** What calibration says of one number of the header. */
export interface Verdict {
  /** As the header says it, and as the volume was made with. */
  readonly header: number;
  readonly used: number;
  /** CONFIRMED and NOT_SUPPORTED keep the header's number. */
  readonly state: 'CALIBRATED' | 'CONFIRMED' | 'NOT_SUPPORTED';
  /** Why, in words. */
  readonly reason: string;
}

export const unchangedVerdict = (
  header: number,
  state: 'CONFIRMED' | 'NOT_SUPPORTED',
  reason: string,
): Verdict => ({ header, used: header, state, reason });
