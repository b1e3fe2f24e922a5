import { peakOffset } from '../calibration/speckle.ts';
import { sortAngles } from '../sweeps/angle-table.ts';
import type { RawSweep } from '../sweeps/raw-sweep.ts';
import { skinPath } from './skin-path.ts';
import { type SkinProfile, skinProfile } from './skin-profile.ts';

/** Skin found in a single sweep: range along the beam by frame and column. */
export interface SkinTrace {
  readonly sweep: RawSweep;
  /** Line index of each column. */
  readonly lines: readonly number[];
  /**
   * Fractional sample of the skin's upper surface, `[frame · columns + column]`; NaN where not
   * found.
   */
  readonly sample: Float32Array;
}

/** Minimum contrast between the skin and the gel above. */
const MIN_CONTRAST_DB = 12;
/**
 * Drop from the mean level of the first `SKIN_MM` of the skin to the level at which the surface
 * lies, unless the surface has a specular echo. 6 dB is half the amplitude.
 */
const HALF_DB = 6;
const SKIN_MM = 0.8;
/** Minimum level of a specular echo above the skin behind it, and the depth in which it peaks. */
const SPECULAR_DB = 3;
const SPECULAR_MM = 0.5;

/**
 * Finds the skin in every frame: the first bright run below the gel, as the path of least cost
 * along the lines, in two passes around the circle so that neighbouring frames agree. `progress`
 * may delay the work, and throws to cancel.
 */
export async function traceSkin(
  sweep: RawSweep,
  progress: (done: number, total: number) => Promise<void>,
): Promise<SkinTrace> {
  const { sorted, steps, order, maxStepDeg } = sortAngles(sweep.header.clockDeg);
  const count = sorted.length;
  const { depthStepMm } = sweep.frame;
  const adjoinsNext = (rank: number): boolean =>
    (steps[(rank + count) % count] ?? 360) <= maxStepDeg;
  const frameOf = (rank: number): number => order[(rank + count) % count] ?? 0;
  const profiles: SkinProfile[] = [];
  for (let rank = 0; rank < count; rank += 1) {
    if (rank % 30 === 0) await progress(rank, 3 * count);
    const frames = [frameOf(rank)];
    if (adjoinsNext(rank - 1)) frames.push(frameOf(rank - 1));
    if (adjoinsNext(rank)) frames.push(frameOf(rank + 1));
    profiles.push(skinProfile(sweep, frames));
  }
  const paths: Int16Array[] = [];
  for (const pass of [1, 2]) {
    for (const [rank, profile] of profiles.entries()) {
      if (rank % 30 === 0) await progress(pass * count + rank, 3 * count);
      const before = adjoinsNext(rank - 1) ? paths[(rank - 1 + count) % count] : undefined;
      const after = adjoinsNext(rank) ? paths[(rank + 1) % count] : undefined;
      const neighbours = [before, after].filter((path) => path !== undefined);
      paths[rank] = skinPath(profile, depthStepMm, neighbours);
    }
  }
  const lines = profiles[0]?.lines ?? [];
  const sample = new Float32Array(count * lines.length);
  profiles.forEach((profile, rank) => {
    const refined = refine(profile, paths[rank] ?? new Int16Array(lines.length), sweep);
    sample.set(refined, frameOf(rank) * lines.length);
  });
  return { sweep, lines, sample };
}

/** Refines a path to fractional samples; NaN where the samples above are not dark. */
function refine({ lines, depths, grey }: SkinProfile, path: Int16Array, sweep: RawSweep) {
  const perDb = 255 / sweep.header.dynamicRangeDb;
  const skinSamples = Math.max(2, Math.round(SKIN_MM / sweep.frame.depthStepMm));
  return Float32Array.from(lines, (_, c) => {
    const from = c * depths;
    const pathSample = path[c] ?? 0;
    const mean = (start: number, end: number): number => {
      let sum = 0;
      for (let sample = start; sample < end; sample += 1) sum += grey[from + sample] ?? 0;
      return sum / Math.max(1, end - start);
    };
    const level = mean(pathSample, Math.min(depths, pathSample + skinSamples));
    // The sample before the surface is half bright, so the level of the gel is taken above that
    // sample.
    const gelLevel = Math.min(grey[from] ?? 0, mean(0, Math.max(1, pathSample - 1)));
    if (level - gelLevel < MIN_CONTRAST_DB * perDb) return Number.NaN;
    const surfaceLevel = level - HALF_DB * perDb;
    // Moves up to the first sample of the skin; the sample above is darker than the surface.
    let k = Math.min(depths - 1, pathSample + 2);
    while (k > 0 && (grey[from + k - 1] ?? 0) >= surfaceLevel) k -= 1;
    if (k === 0) return Number.NaN;
    const echo = grey.subarray(from, from + depths);
    const peak = specularPeak(echo, k, sweep.frame.depthStepMm, SPECULAR_DB * perDb);
    if (peak !== null) return peak;
    // Interpolates where the level rises through `surfaceLevel`.
    const [low, high] = [echo[k - 1] ?? 0, echo[k] ?? 0];
    return high > low ? k - 1 + (surfaceLevel - low) / (high - low) : k;
  });
}

/**
 * Returns the peak of a specular echo from `k` on, as a fractional sample; null if there is no
 * peak.
 */
function specularPeak(
  echo: Float32Array,
  k: number,
  depthStepMm: number,
  minRise: number,
): number | null {
  const halfWidth = Math.max(1, Math.round(SPECULAR_MM / depthStepMm));
  const echoWindow = echo.subarray(k, k + halfWidth + 1);
  const peak = k + echoWindow.indexOf(Math.max(...echoWindow));
  const behind = echo.subarray(peak + halfWidth, peak + 3 * halfWidth);
  const background =
    behind.reduce((sum, greyLevel) => sum + greyLevel, 0) / Math.max(1, behind.length);
  const top = echo[peak] ?? 0;
  if (top < background + minRise || peak === 0) return null;
  return peak + peakOffset(echo[peak - 1] ?? 0, top, echo[peak + 1] ?? 0);
}
