import { sortAngles } from '../sweeps/angle-table.ts';
import type { RawSweep } from '../sweeps/raw-sweep.ts';
import {
  type LinePair,
  OFFSET_STEP_MM,
  OFFSETS_MM,
  type PlaneAgreement,
  planeAgreement,
} from './plane-agreement.ts';
import { type CommonPeak, commonPeak } from './speckle.ts';
import { unchangedVerdict, type Verdict } from './verdict.ts';

/** Distances of the compared lines from the axis. */
const MIN_RADIUS_MM = 4;
const MAX_RADIUS_MM = 13;
/** Distance between neighbouring compared lines. */
const LINE_STEP_MM = 0.4;
const MIN_LINE_PAIRS = 8;
/** Minimum number of frames with opposite frames, and maximum step between frames. */
const MIN_FRAMES = 24;
const MAX_STEP_DEG = 2.5;
/** Maximum correction; a maximum further from the header's value is rejected. */
const MAX_CORRECTION_MM = 1.25;
/** Minimum correlation of a valid maximum. */
const MIN_PEAK = 0.15;
/** Minimum correction; smaller values are within the error of the method. */
const SIGNIFICANT_MM = 0.1;
/** Maximum difference between the results of parts of the frames, and of near and far lines. */
const MAX_APART_MM = 0.07;

/**
 * Estimates the offset of a sweep's planes from the axis, in mm. With an offset δ, the line at −r
 * of a frame at θ coincides with the line at +r of a frame at θ + 180° − 2 · atan(δ / r). Over the
 * assumed offset, the correlation of these lines is greatest at the true offset. Only upright
 * frames that reach some millimetres past the axis share such lines.
 */
export function calibratePlane(sweep: RawSweep): Verdict {
  const { planeOffsetMm, tiltDeg, clockDeg } = sweep.header;
  const pairs = tiltDeg === 0 ? linePairs(sweep) : [];
  if (pairs.length < MIN_LINE_PAIRS) {
    return unchangedVerdict(
      planeOffsetMm,
      'NOT_SUPPORTED',
      'half planes do not show the plane offset',
    );
  }
  if (sortAngles(clockDeg).medianStepDeg > MAX_STEP_DEG) {
    return unchangedVerdict(
      planeOffsetMm,
      'NOT_SUPPORTED',
      'the angle between frames is too large',
    );
  }
  const agreement = planeAgreement(sweep, pairs);
  const { halves, doubt } = evaluate(agreement);
  if (doubt !== null) return unchangedVerdict(planeOffsetMm, 'NOT_SUPPORTED', doubt);
  const errorMm = offsetMm(halves);
  if (Math.abs(errorMm) < SIGNIFICANT_MM) {
    return unchangedVerdict(
      planeOffsetMm,
      'CONFIRMED',
      `opposite frames agree within ${SIGNIFICANT_MM} mm`,
    );
  }
  return {
    header: planeOffsetMm,
    used: planeOffsetMm + errorMm,
    state: 'CALIBRATED',
    reason: `best correlation of opposite frames (${halves.top.toFixed(2)}) with the plane shifted by ${errorMm.toFixed(2)} mm`,
  };
}

/**
 * Returns the maximum over all frames, and the reason why the maximum is not usable; `doubt` is
 * null if usable.
 */
function evaluate({ frames, curveOf }: PlaneAgreement): {
  halves: CommonPeak;
  doubt: string | null;
} {
  const split = (isFirst: (sector: number, ring: number) => boolean): CommonPeak =>
    commonPeak(
      curveOf(isFirst),
      curveOf((sector, ring) => !isFirst(sector, ring)),
    );
  const halves = split((sector) => sector < 2);
  // Tissue that moved towards 12 o'clock or 3 o'clock gives different offsets in these two sectors
  // and in the other two.
  const across = split((sector) => sector === 0 || sector === 3);
  const rings = split((_, ring) => ring === 0);
  return { halves, doubt: doubtOf(frames, halves, across, rings) };
}

/** Returns the reason why the maximum is not usable; null if usable. */
function doubtOf(
  frames: number,
  halves: CommonPeak,
  across: CommonPeak,
  rings: CommonPeak,
): string | null {
  if (frames < MIN_FRAMES) return `too few frames with an opposite frame: ${frames}`;
  if (halves.top < MIN_PEAK || Math.abs(offsetMm(halves)) > MAX_CORRECTION_MM) {
    return `no clear maximum in the correlation of opposite frames (best ${halves.top.toFixed(2)})`;
  }
  const apartMm = Math.max(halves.apart, across.apart) * OFFSET_STEP_MM;
  if (apartMm > MAX_APART_MM) {
    return `parts of the frames differ by ${apartMm.toFixed(2)} mm, which indicates patient movement`;
  }
  const ringsMm = rings.apart * OFFSET_STEP_MM;
  return ringsMm > MAX_APART_MM
    ? `lines near the axis and far from it differ by ${ringsMm.toFixed(2)} mm, which indicates wrong angles`
    : null;
}

const offsetMm = ({ at }: CommonPeak): number => (OFFSETS_MM[0] ?? 0) + at * OFFSET_STEP_MM;

/** Pairs lines before the axis with lines behind the axis, from the nearest to the farthest. */
function linePairs({ frame, header }: RawSweep): readonly LinePair[] {
  const { axisColumn, lateralPitchMm } = header;
  const stride = Math.max(1, Math.round(LINE_STEP_MM / lateralPitchMm));
  const pairs: LinePair[] = [];
  for (
    let line = Math.floor(axisColumn - MIN_RADIUS_MM / lateralPitchMm);
    line >= 0;
    line -= stride
  ) {
    const behind = Math.round(2 * axisColumn) - line;
    const radiusMm = ((behind - line) / 2) * lateralPitchMm;
    if (radiusMm > MAX_RADIUS_MM || behind >= frame.lines) break;
    pairs.push({ before: line, behind, radiusMm });
  }
  return pairs;
}
