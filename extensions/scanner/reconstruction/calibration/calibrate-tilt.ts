import {
  axisPointToSample,
  type FrameGeometry,
  type FrameSample,
  sampleToAxisPoint,
} from '../../model/index.ts';
import type { RawSweep } from '../sweeps/raw-sweep.ts';
import {
  type CommonPeak,
  commonPeak,
  correlate,
  firstComparedSample,
  speckleOf,
  subtractLocalMean,
} from './speckle.ts';
import { unchangedVerdict, type Verdict } from './verdict.ts';

/** Approximate number of compared frames. */
const FRAMES = 36;
/** Range of tested tilts on both sides of the header's value. */
const SEARCH_DEG = 1.5;
const STEP_DEG = 0.125;
/** Every nth line is compared. */
const LINE_STRIDE = 8;
/** Minimum correlation of structures seen by both sweeps, and minimum rise above other tilts. */
const MIN_PEAK = 0.15;
const MIN_RISE = 0.05;
/** Minimum correction; smaller values are within the error of the method. */
const SIGNIFICANT_DEG = 0.15;
/** Maximum difference between the results of the two halves of the frames. */
const MAX_APART_DEG = 0.3;

/**
 * Estimates the tilt of a sweep, in degrees, against an upright sweep that sees part of the same
 * tissue: compares lines of the tilted sweep with the samples of the upright sweep at the same
 * locations, over a range of tilts.
 */
export async function calibrateTilt(
  tilted: RawSweep,
  upright: RawSweep,
  progress: (done: number, total: number) => Promise<void>,
): Promise<Verdict> {
  const { tiltDeg } = tilted.frame;
  const steps = Math.round(SEARCH_DEG / STEP_DEG);
  const offsets = Array.from({ length: 2 * steps + 1 }, (_, i) => (i - steps) * STEP_DEG);
  const frames = commonFrames(tilted, upright);
  const halves = [frames.slice(0, frames.length / 2), frames.slice(frames.length / 2)] as const;
  const curves: [number[], number[]] = [[], []];
  for (const [i, off] of offsets.entries()) {
    await progress(i, offsets.length);
    const candidate = { ...tilted.frame, tiltDeg: tiltDeg + off };
    for (const h of [0, 1] as const) {
      curves[h].push(meanCorrelation(tilted, upright, halves[h], candidate));
    }
  }
  const peak = commonPeak(...curves);
  const doubt = doubtOf(peak, frames.length);
  if (doubt !== null) return unchangedVerdict(tiltDeg, 'NOT_SUPPORTED', doubt);
  const errorDeg = (peak.at - steps) * STEP_DEG;
  if (Math.abs(errorDeg) < SIGNIFICANT_DEG) {
    return unchangedVerdict(tiltDeg, 'CONFIRMED', `the sweeps agree within ${SIGNIFICANT_DEG}°`);
  }
  return {
    header: tiltDeg,
    used: tiltDeg + errorDeg,
    state: 'CALIBRATED',
    reason: `best correlation of the sweeps (${peak.top.toFixed(2)}) with the tilt changed by ${errorDeg.toFixed(2)}°`,
  };
}

/** Returns the reason why a maximum is not usable; null if usable. */
function doubtOf({ index, top, curve, apart }: CommonPeak, frames: number): string | null {
  const rise = top - Math.max(curve[0] ?? 0, curve.at(-1) ?? 0);
  const inside = index > 0 && index < curve.length - 1;
  if (frames < FRAMES / 3 || !inside || top < MIN_PEAK || rise < MIN_RISE) {
    return `no clear maximum in the correlation of the sweeps (best ${top.toFixed(2)}, ${frames} frames)`;
  }
  const apartDeg = apart * STEP_DEG;
  return apartDeg > MAX_APART_DEG
    ? `two halves of the frames differ by ${apartDeg.toFixed(2)}°, which indicates patient movement`
    : null;
}

/** Returns index pairs of frames of both sweeps at the same angle. */
function commonFrames(tilted: RawSweep, upright: RawSweep): readonly (readonly [number, number])[] {
  const uprightByAngle = new Map(upright.header.clockDeg.map((deg, i) => [deg.toFixed(3), i]));
  const stride = Math.max(1, Math.floor(tilted.frames / FRAMES));
  return tilted.header.clockDeg.flatMap((deg, i) => {
    const uprightIdx = uprightByAngle.get(deg.toFixed(3));
    return i % stride === 0 && uprightIdx !== undefined ? [[i, uprightIdx] as const] : [];
  });
}

/**
 * Returns the mean correlation of lines of the tilted sweep with the samples of the upright sweep
 * at the same locations.
 */
function meanCorrelation(
  tilted: RawSweep,
  upright: RawSweep,
  frames: readonly (readonly [number, number])[],
  candidate: FrameGeometry,
): number {
  const skipped = firstComparedSample(candidate);
  let sum = 0;
  let count = 0;
  for (let line = 0; line < candidate.lines; line += LINE_STRIDE) {
    const points = Array.from({ length: candidate.samples - skipped }, (_, j) =>
      axisPointToSample(upright.frame, sampleToAxisPoint(candidate, { line, sample: j + skipped })),
    );
    const from = points.findIndex((at) => isInside(upright.frame, at));
    const to = points.findLastIndex((at) => isInside(upright.frame, at)) + 1;
    if (from < 0 || to - from < points.length / 4) continue;
    for (const [tiltedIdx, uprightIdx] of frames) {
      const measured = speckleOf(tilted, tiltedIdx, line).subarray(from, to);
      const predicted = Float32Array.from(points.slice(from, to), (at) =>
        greyLevelAt(upright, uprightIdx, at),
      );
      sum += correlate(measured, subtractLocalMean(predicted, candidate));
      count += 1;
    }
  }
  return count === 0 ? 0 : sum / count;
}

const isInside = ({ lines, samples }: FrameGeometry, { line, sample }: FrameSample): boolean =>
  line >= 0 && line < lines - 1 && sample >= 0 && sample < samples - 1;

/** Returns the grey level at a fractional position in a frame, interpolated linearly. */
function greyLevelAt(
  { frame, data }: RawSweep,
  frameIdx: number,
  { line, sample }: FrameSample,
): number {
  const l = Math.floor(line);
  const s = Math.floor(sample);
  const at = (frameIdx * frame.lines + l) * frame.samples + s;
  const next = at + frame.samples;
  const t = sample - s;
  const inner = (data[at] ?? 0) * (1 - t) + (data[at + 1] ?? 0) * t;
  const outer = (data[next] ?? 0) * (1 - t) + (data[next + 1] ?? 0) * t;
  return inner * (1 - (line - l)) + outer * (line - l);
}
