import { hash32 } from './random.ts';

/** Lateral size of a scatterer cell; finer than the narrowest beam. */
export const SCATTERER_CELL_MM = 0.4;
/** Scatterer cells a millimetre of depth. */
export const SCATTERERS_PER_MM = 10;

const LENGTH = 2 ** 18;
/** Columns read on from their start without wrapping: the deepest index still lies in the ring. */
const TAIL = 1024;
const STARTS = LENGTH - TAIL;

/**
 * Complex Gaussian scatterers (real, imaginary interleaved, variance 1/2 each). A column of tissue
 * reads from a start that hashes its place: the same place always has the same scatterers.
 */
export interface ScattererRing {
  readonly values: Float32Array;
}

let shared: ScattererRing | null = null;

/** The one ring of the process, made on first use. */
export function scattererRing(): ScattererRing {
  if (shared !== null) return shared;
  const values = new Float32Array(2 * LENGTH);
  for (let i = 0; i < values.length; i += 1) values[i] = gaussian(i) * Math.SQRT1_2;
  shared = { values };
  return shared;
}

/** Sum of four uniform numbers, scaled to variance 1: Gaussian enough, and the same everywhere. */
function gaussian(i: number): number {
  const a = hash32(0x51ed, i);
  const b = hash32(0x7a3f, i);
  const sum = (a & 0xffff) + (a >>> 16) + (b & 0xffff) + (b >>> 16);
  return (sum / 65_536 - 2) * Math.sqrt(3);
}

/** Index of the first scatterer of the column that holds (x, z). */
export function columnStart(seed: number, cellX: number, cellZ: number): number {
  return hash32(seed, cellX, cellZ) % STARTS;
}

/** Start of the receiver's noise of one frame. */
export function noiseStart(frameSeed: number, line: number): number {
  return hash32(frameSeed, 0x4e, line) % STARTS;
}
