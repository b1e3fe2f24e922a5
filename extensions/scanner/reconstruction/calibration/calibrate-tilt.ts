import {
  axisPointToSample,
  type FrameGeometry,
  type FrameSample,
  sampleToAxisPoint,
} from '../../model/index.ts';
import type { RawSweep } from '../raw-sweep.ts';
import { correlate, firstCompared, lessLocalMean, peakOffset, speckleOf } from './speckle.ts';
import { kept, type Verdict } from './verdict.ts';

const ANGLES = 36;
const SEARCH_DEG = 1.5;
const STEP_DEG = 0.125;
const LINE_STRIDE = 8;
/** Correlation that structures seen by both sweeps must reach, and how far above other tilts. */
const LEAST_PEAK = 0.15;
const LEAST_RISE = 0.05;
/** Smaller corrections are within the method's own error. */
const SIGNIFICANT_DEG = 0.15;

/**
 * The tilt of a sweep against an upright one that sees part of the same tissue: lines of the tilted
 * sweep against what the other shows at their places, over a range of tilts. Returns degrees.
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
  const curve: number[] = [];
  for (const off of offsets) {
    await progress(curve.length, offsets.length);
    curve.push(agreement(tilted, upright, frames, { ...tilted.frame, tiltDeg: tiltDeg + off }));
  }
  const peak = curve.indexOf(Math.max(...curve));
  const top = curve[peak] ?? 0;
  const rise = top - Math.max(curve[0] ?? 0, curve.at(-1) ?? 0);
  const inside = peak > 0 && peak < curve.length - 1;
  if (frames.length < ANGLES / 3 || !inside || top < LEAST_PEAK || rise < LEAST_RISE) {
    const reason = `the sweeps agree by ${top.toFixed(2)} at best in ${frames.length} frames, without a clear maximum`;
    return kept(tiltDeg, 'NOT_SUPPORTED', reason);
  }
  const at =
    (offsets[peak] ?? 0) + STEP_DEG * peakOffset(curve[peak - 1] ?? 0, top, curve[peak + 1] ?? 0);
  if (Math.abs(at) < SIGNIFICANT_DEG) {
    return kept(tiltDeg, 'CONFIRMED', `the sweeps agree within ${SIGNIFICANT_DEG}°`);
  }
  return {
    ...{ header: tiltDeg, used: tiltDeg + at, state: 'CALIBRATED' },
    reason: `the sweeps agree best (${top.toFixed(2)}) with the tilt changed by ${at.toFixed(2)}°`,
  };
}

/** Frames of both sweeps that stand at the same angle. */
function commonFrames(a: RawSweep, b: RawSweep): readonly (readonly [number, number])[] {
  const ofAngle = new Map(b.header.clockDeg.map((deg, i) => [deg.toFixed(3), i]));
  const stride = Math.max(1, Math.floor(a.frames / ANGLES));
  return a.header.clockDeg.flatMap((deg, i) => {
    const other = ofAngle.get(deg.toFixed(3));
    return i % stride === 0 && other !== undefined ? [[i, other] as const] : [];
  });
}

/** Mean correlation of lines of the tilted sweep with what the upright one shows at their places. */
function agreement(
  tilted: RawSweep,
  upright: RawSweep,
  frames: readonly (readonly [number, number])[],
  supposed: FrameGeometry,
): number {
  const skipped = firstCompared(supposed);
  let sum = 0;
  let count = 0;
  for (let line = 0; line < supposed.lines; line += LINE_STRIDE) {
    const places = Array.from({ length: supposed.samples - skipped }, (_, j) =>
      axisPointToSample(upright.frame, sampleToAxisPoint(supposed, { line, sample: j + skipped })),
    );
    const from = places.findIndex((at) => isInside(upright.frame, at));
    const to = places.findLastIndex((at) => isInside(upright.frame, at)) + 1;
    if (from < 0 || to - from < places.length / 4) continue;
    for (const [mine, other] of frames) {
      const seen = speckleOf(tilted, mine, line).subarray(from, to);
      const shown = Float32Array.from(places.slice(from, to), (at) => greyAt(upright, other, at));
      sum += correlate(seen, lessLocalMean(shown, supposed));
      count += 1;
    }
  }
  return count === 0 ? 0 : sum / count;
}

const isInside = ({ lines, samples }: FrameGeometry, { line, sample }: FrameSample): boolean =>
  line >= 0 && line < lines - 1 && sample >= 0 && sample < samples - 1;

function greyAt({ frame, data }: RawSweep, index: number, { line, sample }: FrameSample): number {
  const l = Math.floor(line);
  const s = Math.floor(sample);
  const at = (index * frame.lines + l) * frame.samples + s;
  const next = at + frame.samples;
  const t = sample - s;
  const inner = (data[at] ?? 0) * (1 - t) + (data[at + 1] ?? 0) * t;
  const outer = (data[next] ?? 0) * (1 - t) + (data[next + 1] ?? 0) * t;
  return inner * (1 - (line - l)) + outer * (line - l);
}
