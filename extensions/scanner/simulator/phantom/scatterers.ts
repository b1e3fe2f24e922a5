import { hash32 } from '../math/random.ts';

/** Lateral size of a scatterer cell; finer than the narrowest beam. */
export const SCATTERER_CELL_MM = 0.25;

/** Number of scatterers in the ring. */
const LENGTH = 0x4_0000;
/**
 * Scatterers after the last start, so that the deepest index of a column stays in the ring without
 * wrapping.
 */
const TAIL = 2048;
/** Number of possible start positions in the ring for a column or a line of noise. */
export const SCATTERER_STARTS = LENGTH - TAIL;

/**
 * Complex Gaussian scatterers (real, imaginary interleaved, variance 1/2 each). A column of tissue
 * reads from a start given by the hash of its location, so that the same location always has the
 * same scatterers.
 */
export interface ScattererRing {
  readonly values: Float32Array;
}

let shared: ScattererRing | null = null;

/** Returns the only ring of the process, created on first use. */
export function scattererRing(): ScattererRing {
  if (shared !== null) return shared;
  const values = new Float32Array(2 * LENGTH);
  for (let i = 0; i < values.length; i += 1) values[i] = gaussian(i) * Math.SQRT1_2;
  shared = { values };
  return shared;
}

/**
 * Returns the sum of four uniform numbers, scaled to variance 1: approximately Gaussian, and
 * identical on every machine.
 */
function gaussian(i: number): number {
  const a = hash32(0x51ed, i);
  const b = hash32(0x7a3f, i);
  const sum = (a & 0xffff) + (a >>> 16) + (b & 0xffff) + (b >>> 16);
  return (sum / 65_536 - 2) * Math.sqrt(3);
}

/**
 * Returns the seed for hashing the locations of tissue columns. Similar seeds would select the same
 * columns at other locations, so that two patients had the same speckle, shuffled.
 */
export const scattererStream = (scattererSeed: number): number => hash32(scattererSeed, 0x5ca7);

/** Returns the start of the receiver's noise of a frame's line. */
export function noiseStart(frameSeed: number, line: number): number {
  return hash32(frameSeed, 0x4e, line) % SCATTERER_STARTS;
}
