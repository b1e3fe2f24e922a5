import type { RawSweep } from '../raw-sweep.ts';

/** The skin is looked for down to this range. */
const SEARCH_MM = 12;
/** Lines of a frame that are traced at most. */
const MAX_COLUMNS = 128;
/** What must be bright below the skin's upper surface: less than the skin is thick. */
const BRIGHT_MM = 1;

/** The uppermost part of one frame, thinned to columns and averaged against speckle. */
export interface SkinProfile {
  /** Lines of the frame that the columns stand on. */
  readonly lines: readonly number[];
  readonly depths: number;
  /** Mean grey of three lines of three frames, `[column · depths + j]`. */
  readonly grey: Float32Array;
  /** How much brighter the next millimetre is than all that lies above, same layout. */
  readonly edge: Float32Array;
}

/** `frames` are the frame itself and its neighbours in angle. */
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
