import type { FrameGeometry } from '../../model/index.ts';
import type { RawSweep } from '../sweeps/raw-sweep.ts';

/** Half width of the local mean that is subtracted along a line. */
const LOCAL_MM = 1;
/**
 * Range from the array at which the compared samples start; nearer samples show gel and skin, which
 * look alike on neighbouring lines.
 */
const FROM_MM = 5;

/** Returns the index of the first compared sample. */
export function firstComparedSample({ samples, depthStepMm, firstDepthMm }: FrameGeometry): number {
  return Math.max(0, Math.min(samples - 1, Math.round((FROM_MM - firstDepthMm) / depthStepMm)));
}

/** Returns the grey levels of a line from `firstComparedSample` on, minus their local mean. */
export function speckleOf(sweep: RawSweep, frame: number, line: number): Float32Array {
  const { lines, samples } = sweep.frame;
  const at = (frame * lines + line) * samples;
  const greyLevels = sweep.data.subarray(at + firstComparedSample(sweep.frame), at + samples);
  return subtractLocalMean(greyLevels, sweep.frame);
}

/** Subtracts the local mean along a beam, which removes layers and shadows and keeps speckle. */
export function subtractLocalMean(
  greyLevels: Uint8Array | Float32Array,
  { depthStepMm }: FrameGeometry,
): Float32Array {
  const halfWidth = Math.max(1, Math.round(LOCAL_MM / depthStepMm));
  const sums = new Float64Array(greyLevels.length + 1);
  for (let j = 0; j < greyLevels.length; j += 1)
    sums[j + 1] = (sums[j] ?? 0) + (greyLevels[j] ?? 0);
  return Float32Array.from(greyLevels, (greyLevel, j) => {
    const a = Math.max(0, j - halfWidth);
    const b = Math.min(greyLevels.length, j + halfWidth + 1);
    return greyLevel - ((sums[b] ?? 0) - (sums[a] ?? 0)) / (b - a);
  });
}

/**
 * Returns the normalised correlation of two signals of equal length about zero; 0 if either is
 * flat.
 */
export function correlate(a: Float32Array, b: Float32Array): number {
  let [ab, aa, bb] = [0, 0, 0];
  for (let j = 0; j < a.length; j += 1) {
    const x = a[j] ?? 0;
    const y = b[j] ?? 0;
    ab += x * y;
    aa += x * x;
    bb += y * y;
  }
  return aa > 0 && bb > 0 ? ab / Math.sqrt(aa * bb) : 0;
}

/**
 * Returns the position of a maximum between three equally spaced values, −½..½ from the middle
 * value.
 */
export function peakOffset(before: number, middle: number, after: number): number {
  const curvature = before - 2 * middle + after;
  return curvature < 0 ? Math.max(-0.5, Math.min(0.5, (before - after) / (2 * curvature))) : 0;
}

/** Common maximum of two curves; `at` is its fractional index. */
export interface CommonPeak {
  readonly at: number;
  /** Mean of both curves at the maximum. */
  readonly top: number;
  /** Mean of both curves. */
  readonly curve: readonly number[];
  /** Index of the greatest value of `curve`. */
  readonly index: number;
  /**
   * Distance between the maxima of the two curves, in indices. Halves of a sweep disagree when the
   * patient moved.
   */
  readonly apart: number;
}

/** Returns the maximum of the mean of two curves of equal length. */
export function commonPeak(first: readonly number[], second: readonly number[]): CommonPeak {
  const curve = first.map((value, i) => (value + (second[i] ?? 0)) / 2);
  const index = curve.indexOf(Math.max(...curve));
  const apart = Math.abs(peakPosition(first) - peakPosition(second));
  return { at: peakPosition(curve), top: curve[index] ?? 0, curve, index, apart };
}

function peakPosition(curve: readonly number[]): number {
  const index = curve.indexOf(Math.max(...curve));
  const [before, top, after] = [curve[index - 1], curve[index] ?? 0, curve[index + 1]];
  return before === undefined || after === undefined
    ? index
    : index + peakOffset(before, top, after);
}
