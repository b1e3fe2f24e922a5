import { hash32 } from '../math/random.ts';

/** Lateral size of a scatterer cell; finer than the narrowest beam. */
export const SCATTERER_CELL_MM = 0.25;

const LENGTH = 0x4_0000;
/** Columns read on from their start without wrapping: the deepest index still lies in the ring. */
const TAIL = 2048;
/** How many places of the ring a column or a line of noise may begin at. */
export const SCATTERER_STARTS = LENGTH - TAIL;

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

/**
 * The seed that columns of tissue hash their places with. Seeds that differ in few bits would meet
 * the same columns at other places: two patients with the same speckle, shuffled.
 */
export const scattererStream = (scattererSeed: number): number => hash32(scattererSeed, 0x5ca7);

/** Start of the receiver's noise of one frame. */
export function noiseStart(frameSeed: number, line: number): number {
  return hash32(frameSeed, 0x4e, line) % SCATTERER_STARTS;
}
