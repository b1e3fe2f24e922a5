import type { RawSweep } from '../sweeps/raw-sweep.ts';
import { type CommonPeak, commonPeak, correlate, speckleOf } from './speckle.ts';
import { unchangedVerdict, type Verdict } from './verdict.ts';

/** Number of opposite frame pairs to compare, and the minimum required. */
const PAIRS = 36;
const MIN_PAIRS = 12;
/** Range of tested axes on both sides of the header's axis. */
const SEARCH_MM = 1.5;
/**
 * Maximum deviation of an opposite frame from exactly 180°, in steps of 1°, or of the mean step of
 * a sweep with more than 360 frames.
 */
const OPPOSITE_STEPS = 0.25;
/** Minimum height of a valid maximum, and minimum rise above its surroundings. */
const MIN_PEAK = 0.2;
const MIN_RISE = 0.04;
/**
 * Minimum distance in lines of a valid maximum from the first common line of the frames. Beams near
 * that line are as thick as the lines are far apart, so single lines would decide the position of
 * the maximum.
 */
const MIN_LINES = 2;
/** Minimum correction; smaller values are within the error of the method. */
const SIGNIFICANT_MM = 0.1;
/** Maximum difference between the results of the two halves of the frames. */
const MAX_APART_MM = 0.15;

/**
 * Estimates the axis column: the line, as a fraction, in which the rotation axis lies. Line i of a
 * half plane at θ and line j of the half plane at θ + 180° see the same location when their
 * distances from the axis cancel, i + j = 2 · axis column. The estimate is the maximum of the
 * correlation, averaged over the pairs of each i + j. Only frames that reach past the axis share
 * such lines.
 */
export function calibrateAxis(sweep: RawSweep): Verdict {
  const { axisColumn, lateralPitchMm } = sweep.header;
  const pairs = oppositePairs(sweep.header.clockDeg);
  if (pairs.length < MIN_PAIRS) {
    const reason = `too few pairs of opposite frames: ${pairs.length}`;
    return unchangedVerdict(axisColumn, 'NOT_SUPPORTED', reason);
  }
  const searchLines = Math.ceil(SEARCH_MM / lateralPitchMm);
  const first = Math.max(0, Math.round(2 * axisColumn) - 2 * searchLines);
  const last = Math.min(2 * sweep.frame.lines - 2, Math.round(2 * axisColumn) + 2 * searchLines);
  if (last - first < 4) {
    return unchangedVerdict(axisColumn, 'NOT_SUPPORTED', 'the sweep starts too far from the axis');
  }
  const half = Math.floor(pairs.length / 2);
  const peak = commonPeak(
    correlationBySum(sweep, pairs.slice(0, half), first, last),
    correlationBySum(sweep, pairs.slice(half), first, last),
  );
  const doubt = doubtOf(peak, lateralPitchMm);
  if (doubt !== null) return unchangedVerdict(axisColumn, 'NOT_SUPPORTED', doubt);
  const sum = first + peak.at;
  const errorMm = (axisColumn - sum / 2) * lateralPitchMm;
  if (Math.abs(errorMm) < SIGNIFICANT_MM) {
    return unchangedVerdict(
      axisColumn,
      'CONFIRMED',
      `opposite frames agree within ${SIGNIFICANT_MM} mm`,
    );
  }
  return {
    header: axisColumn,
    used: sum / 2,
    state: 'CALIBRATED',
    reason: `best correlation of opposite frames (${peak.top.toFixed(2)}) with the axis shifted by ${errorMm.toFixed(2)} mm`,
  };
}

/** Returns the reason why a maximum is not usable; null if usable. */
function doubtOf({ index, top, curve, apart }: CommonPeak, pitchMm: number): string | null {
  const around = Math.max(
    curve[Math.max(0, index - 3)] ?? 0,
    curve[index + 3] ?? curve.at(-1) ?? 0,
  );
  // Low correlation comes first, because the maximum of a flat curve lies anywhere.
  const isAtEnd = index < MIN_LINES || index === curve.length - 1;
  if (top < MIN_PEAK || (!isAtEnd && top - around < MIN_RISE)) {
    return `no clear maximum in the correlation of opposite frames (best ${top.toFixed(2)})`;
  }
  if (isAtEnd) return 'opposite frames do not overlap beyond the axis';
  const apartMm = (apart * pitchMm) / 2;
  return apartMm > MAX_APART_MM
    ? `two halves of the frames differ by ${apartMm.toFixed(2)} mm, which indicates patient movement`
    : null;
}

/** Returns index pairs of opposite frames, spread over the circle. */
function oppositePairs(clockDeg: readonly number[]): readonly (readonly [number, number])[] {
  /** Returns the index of the frame nearest to an angle, and its distance from the angle. */
  const nearest = (deg: number): readonly [number, number] => {
    let best: [number, number] = [0, 360];
    clockDeg.forEach((frameDeg, i) => {
      const distanceDeg = Math.abs(((frameDeg - deg + 540) % 360) - 180);
      if (distanceDeg < best[1]) best = [i, distanceDeg];
    });
    return best;
  };
  const maxOppositeDeg = (OPPOSITE_STEPS * 360) / Math.max(360, clockDeg.length);
  return Array.from({ length: PAIRS }, (_, n) => (n * 180) / PAIRS).flatMap((deg) => {
    const [a, distanceDeg] = nearest(deg);
    const [b, oppositeDeg] = nearest(((clockDeg[a] ?? 0) + 180) % 360);
    const isPair = oppositeDeg <= maxOppositeDeg && distanceDeg <= 180 / PAIRS;
    return isPair ? [[a, b] as const] : [];
  });
}

/**
 * Returns the mean correlation of lines i and j of opposite frames for each i + j from `first` to
 * `last`.
 */
function correlationBySum(
  sweep: RawSweep,
  pairs: readonly (readonly [number, number])[],
  first: number,
  last: number,
): readonly number[] {
  const sums = new Float64Array(last - first + 1);
  const counts = new Float64Array(last - first + 1);
  for (const [a, b] of pairs) {
    const lines = Math.min(last + 1, sweep.frame.lines);
    const speckleOfA = Array.from({ length: lines }, (_, i) => speckleOf(sweep, a, i));
    const speckleOfB = Array.from({ length: lines }, (_, i) => speckleOf(sweep, b, i));
    speckleOfA.forEach((speckle, i) => {
      for (let sum = Math.max(first, i); sum <= last; sum += 1) {
        const opposite = speckleOfB[sum - i];
        if (opposite === undefined) break;
        sums[sum - first] = (sums[sum - first] ?? 0) + correlate(speckle, opposite);
        counts[sum - first] = (counts[sum - first] ?? 0) + 1;
      }
    });
  }
  return Array.from(sums, (sum, at) => sum / Math.max(1, counts[at] ?? 0));
}
