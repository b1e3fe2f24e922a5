import type { RawSweep } from '../sweeps/raw-sweep.ts';

/** Range from the first sample in which the skin is searched. */
const SEARCH_MM = 12;
/** Maximum number of traced lines per frame. */
const MAX_COLUMNS = 128;
/** Depth below the skin's upper surface that must be bright; less than the skin's thickness. */
const BRIGHT_MM = 1;

/** Uppermost part of a frame, thinned to columns and averaged against speckle. */
export interface SkinProfile {
  /** Line index of each column. */
  readonly lines: readonly number[];
  /** Number of samples of a column. */
  readonly depths: number;
  /** Mean grey level of three lines of three frames, `[column · depths + j]`. */
  readonly grey: Float32Array;
  /**
   * Difference between the mean of the next millimetre and the mean of all samples above, same
   * layout.
   */
  readonly edge: Float32Array;
}

/**
 * Returns the profile of a frame; `frames` are the indices of the frame and its neighbours in
 * angle.
 */
export function skinProfile(sweep: RawSweep, frames: readonly number[]): SkinProfile {
  const { lines, samples, depthStepMm } = sweep.frame;
  const stride = Math.ceil(lines / MAX_COLUMNS);
  const columns = Array.from({ length: Math.ceil(lines / stride) }, (_, c) => c * stride);
  const depths = Math.min(samples, Math.max(4, Math.ceil(SEARCH_MM / depthStepMm)));
  const grey = new Float32Array(columns.length * depths);
  columns.forEach((line, c) => {
    const adjacentLines = [line - 1, line, line + 1].filter((l) => l >= 0 && l < lines);
    const share = 1 / (adjacentLines.length * frames.length);
    for (const frame of frames) {
      for (const l of adjacentLines) {
        const from = (frame * lines + l) * samples;
        for (let j = 0; j < depths; j += 1) {
          const at = c * depths + j;
          grey[at] = (grey[at] ?? 0) + share * (sweep.data[from + j] ?? 0);
        }
      }
    }
  });
  const below = Math.max(1, Math.round(BRIGHT_MM / depthStepMm));
  return { lines: columns, depths, grey, edge: edges(grey, depths, below) };
}

/** Returns the brightness steps of all columns over `below` samples; see `SkinProfile.edge`. */
function edges(grey: Float32Array, depths: number, below: number): Float32Array {
  const edge = new Float32Array(grey.length);
  const sums = new Float64Array(depths + 1);
  for (let from = 0; from < grey.length; from += depths) {
    for (let j = 0; j < depths; j += 1) sums[j + 1] = (sums[j] ?? 0) + (grey[from + j] ?? 0);
    for (let j = 1; j < depths; j += 1) {
      const to = Math.min(depths, j + below);
      const under = ((sums[to] ?? 0) - (sums[j] ?? 0)) / (to - j);
      edge[from + j] = under - (sums[j] ?? 0) / j;
    }
  }
  return edge;
}
