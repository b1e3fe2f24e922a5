import type { RawSweep } from '../raw-sweep.ts';
import { type CommonPeak, commonPeak, correlate, speckleOf } from './speckle.ts';
import { unchangedVerdict, type Verdict } from './verdict.ts';

/** Pairs of opposite frames that are looked at, and how few are enough. */
const PAIRS = 36;
const MIN_PAIRS = 12;
/** How far an axis may really lie from where the header says. */
const SEARCH_MM = 1.5;
/** An opposite frame may be this far from exactly opposite, in median steps. */
const OPPOSITE_STEPS = 0.25;
/** A maximum counts when it is this high and stands this far above what lies around it. */
const MIN_PEAK = 0.2;
const MIN_RISE = 0.04;
/**
 * A maximum this near to the first line that frames share tells nothing: beams are as thick there as
 * the lines are far apart, and single lines decide where it falls.
 */
const MIN_LINES = 2;
/** Smaller corrections are within the method's own error. */
const SIGNIFICANT_MM = 0.1;
/** Two halves of the frames must tell the same. */
const MAX_APART_MM = 0.15;

/**
 * The line on which the rotation axis falls. Line i of a half plane at θ and line j of the one at
 * θ + 180° see the same place when their distances from the axis cancel, i + j = 2 · axis column:
 * where the correlation, averaged over the pairs of each i + j, is greatest. Only frames that reach
 * past the axis share such lines. Returns the axis column; `header` is the header's.
 */
export function calibrateAxis(sweep: RawSweep): Verdict {
  const { axisColumn, lateralPitchMm } = sweep.header;
  const pairs = oppositePairs(sweep.header.clockDeg);
  if (pairs.length < MIN_PAIRS) {
    const reason = `${pairs.length} pairs of opposite frames are too few`;
    return unchangedVerdict(axisColumn, 'NOT_SUPPORTED', reason);
  }
  const searchLines = Math.ceil(SEARCH_MM / lateralPitchMm);
  const first = Math.max(0, Math.round(2 * axisColumn) - 2 * searchLines);
  const last = Math.min(2 * sweep.frame.lines - 2, Math.round(2 * axisColumn) + 2 * searchLines);
  if (last - first < 4) {
    return unchangedVerdict(axisColumn, 'NOT_SUPPORTED', 'the sweep begins too far from the axis');
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
    reason: `opposite frames agree best (${peak.top.toFixed(2)}) with the axis moved by ${errorMm.toFixed(2)} mm`,
  };
}

/** Why a maximum tells nothing; null when it does. */
function doubtOf({ index, top, curve, apart }: CommonPeak, pitchMm: number): string | null {
  if (index < MIN_LINES || index === curve.length - 1) {
    return 'opposite frames share no line beyond the axis';
  }
  const around = Math.max(
    curve[Math.max(0, index - 3)] ?? 0,
    curve[index + 3] ?? curve.at(-1) ?? 0,
  );
  if (top < MIN_PEAK || top - around < MIN_RISE) {
    return `opposite frames correlate by ${top.toFixed(2)} at best, without a clear maximum`;
  }
  const apartMm = (apart * pitchMm) / 2;
  return apartMm > MAX_APART_MM
    ? `two halves of the frames differ by ${apartMm.toFixed(2)} mm, as when the patient moves`
    : null;
}

/** Indices of frames that look opposite ways, spread over the circle. */
function oppositePairs(clockDeg: readonly number[]): readonly (readonly [number, number])[] {
  const nearest = (deg: number): readonly [number, number] => {
    let best: [number, number] = [0, 360];
    clockDeg.forEach((other, i) => {
      const off = Math.abs(((other - deg + 540) % 360) - 180);
      if (off < best[1]) best = [i, off];
    });
    return best;
  };
  const within = (OPPOSITE_STEPS * 360) / Math.max(360, clockDeg.length);
  return Array.from({ length: PAIRS }, (_, n) => (n * 180) / PAIRS).flatMap((deg) => {
    const [a] = nearest(deg);
    const [b, off] = nearest(((clockDeg[a] ?? 0) + 180) % 360);
    const distanceDeg = Math.abs((((clockDeg[a] ?? 0) - deg + 540) % 360) - 180);
    return off <= within && distanceDeg <= 180 / PAIRS ? [[a, b] as const] : [];
  });
}

/** Mean correlation of lines i and j of opposite frames for each i + j from first to last. */
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
    const one = Array.from({ length: lines }, (_, i) => speckleOf(sweep, a, i));
    const other = Array.from({ length: lines }, (_, i) => speckleOf(sweep, b, i));
    one.forEach((speckle, i) => {
      for (let sum = Math.max(first, i); sum <= last; sum += 1) {
        const opposite = other[sum - i];
        if (opposite === undefined) break;
        sums[sum - first] = (sums[sum - first] ?? 0) + correlate(speckle, opposite);
        counts[sum - first] = (counts[sum - first] ?? 0) + 1;
      }
    });
  }
  return Array.from(sums, (sum, at) => sum / Math.max(1, counts[at] ?? 0));
}
