import type { BeamMap } from '../sweeps/column-map.ts';

/**
 * Bytes per entry: 16 indices of 1 byte, 8 weights of 2 bytes, the first sample of the load,
 * padding.
 */
const ENTRY = 48;

/**
 * Layout of a resample table; `outputs` is the number of values that a single 16-byte load covers.
 */
export interface TableShape {
  readonly outputs: 1 | 2 | 4 | 8;
  readonly entries: number;
  /** Bytes of the table of a line. */
  readonly bytes: number;
}

/** Returns the layout of the tables for `count` depths that are `step` samples apart. */
export function tableShape(step: number, count: number): TableShape {
  // The last output of a load interpolates between two of its 16 samples.
  const outputs = ([8, 4, 2] as const).find((n) => (n - 1) * step + 2 <= 15) ?? 1;
  const entries = Math.ceil(count / outputs);
  return { outputs, entries, bytes: entries * ENTRY };
}

/** Writes the table of a line; positions beyond the ends of the beam take the value at that end. */
export function writeTable(
  memory: WebAssembly.Memory,
  at: number,
  shape: TableShape,
  beam: BeamMap,
  samples: number,
): void {
  const view = new DataView(memory.buffer);
  for (let entry = 0; entry < shape.entries; entry += 1) {
    const to = at + entry * ENTRY;
    const first = lowerSample(beam.first + entry * shape.outputs * beam.step, samples);
    view.setInt32(to + 32, first, true);
    for (let lane = 0; lane < 8; lane += 1) {
      const sample = beam.first + (entry * shape.outputs + lane) * beam.step;
      const lower = lowerSample(sample, samples);
      const index = lane < shape.outputs ? lower - first : 0;
      view.setUint8(to + lane, index);
      view.setUint8(to + 8 + lane, index + 1);
      const weight = Math.round(Math.min(1, Math.max(0, sample - lower)) * 256);
      view.setUint16(to + 16 + 2 * lane, weight, true);
    }
  }
}

const lowerSample = (sample: number, samples: number): number =>
  Math.min(samples - 2, Math.max(0, Math.floor(sample)));
