import { hash32 } from '../math/random.ts';

/** Smooth random field of three coordinates in millimetres, values in −1..1. */
export type Noise3 = (x: number, y: number, z: number) => number;

/**
 * Lattice points per side of a noise period; the field repeats after 64 cells, beyond any breast.
 */
const PERIOD = 64;
const MASK = PERIOD - 1;

/**
 * Returns value noise (random values on a lattice of `cellMm`, interpolated with the cubic fade 3t²
 * − 2t³). `squeezeY` < 1 flattens the shapes in depth, as gravity does.
 */
export function valueNoise(seed: number, cellMm: number, squeezeY = 1): Noise3 {
  const lattice = new Float32Array(PERIOD * PERIOD * PERIOD);
  for (let i = 0; i < lattice.length; i += 1) lattice[i] = hash32(seed, i) / 0x8000_0000 - 1;
  const at = (i: number): number => lattice[i] ?? 0;
  const perMm = 1 / cellMm;
  const perMmY = perMm / squeezeY;
  return (x, y, z) => {
    const fx = x * perMm;
    const fy = y * perMmY;
    const fz = z * perMm;
    const ix = Math.floor(fx);
    const iy = Math.floor(fy);
    const iz = Math.floor(fz);
    const tx = fade(fx - ix);
    const ty = fade(fy - iy);
    const tz = fade(fz - iz);
    const x0 = ix & MASK;
    const x1 = (ix + 1) & MASK;
    const y0 = (iy & MASK) * PERIOD;
    const y1 = ((iy + 1) & MASK) * PERIOD;
    const z0 = (iz & MASK) * PERIOD * PERIOD;
    const z1 = ((iz + 1) & MASK) * PERIOD * PERIOD;
    const near = lerp(
      lerp(at(x0 + y0 + z0), at(x1 + y0 + z0), tx),
      lerp(at(x0 + y1 + z0), at(x1 + y1 + z0), tx),
      ty,
    );
    const far = lerp(
      lerp(at(x0 + y0 + z1), at(x1 + y0 + z1), tx),
      lerp(at(x0 + y1 + z1), at(x1 + y1 + z1), tx),
      ty,
    );
    return lerp(near, far, tz);
  };
}

/** Adds several noises with decreasing weight, scaled to about −1..1. */
export function octaves(seed: number, cellsMm: readonly number[], squeezeY = 1): Noise3 {
  let nextWeight = 1;
  const layers = cellsMm.map((cell, i) => {
    const weight = nextWeight;
    nextWeight *= 0.6;
    return { noise: valueNoise(hash32(seed, i + 1), cell, squeezeY), weight };
  });
  const total = layers.reduce((sum, layer) => sum + layer.weight, 0);
  return (x, y, z) =>
    layers.reduce((sum, layer) => sum + layer.weight * layer.noise(x, y, z), 0) / total;
}

const fade = (t: number): number => t * t * (3 - 2 * t);
const lerp = (a: number, b: number, t: number): number => a + (b - a) * t;

/** Returns 0 below `from`, 1 above `to`, and a smooth transition between. */
export function smoothstep(from: number, to: number, x: number): number {
  return fade(Math.min(1, Math.max(0, (x - from) / (to - from))));
}
