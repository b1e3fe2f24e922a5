import type { Vec3 } from '#geometry';

/**
 * Returns a random grey level that changes smoothly within half a millimetre and never repeats, as
 * a substitute for speckle.
 */
export function noiseAt([x, y, z]: Vec3): number {
  const [fx, fy, fz] = [x / CELL_MM, y / CELL_MM, z / CELL_MM];
  const [i, j, k] = [Math.floor(fx), Math.floor(fy), Math.floor(fz)];
  let greyLevel = 0;
  for (let corner = 0; corner < 8; corner += 1) {
    const [a, b, c] = [corner & 1, (corner >> 1) & 1, corner >> 2];
    const weight =
      (a ? fx - i : 1 - fx + i) * (b ? fy - j : 1 - fy + j) * (c ? fz - k : 1 - fz + k);
    greyLevel += weight * latticeValue(i + a, j + b, k + c);
  }
  return greyLevel;
}

const CELL_MM = 0.6;

function latticeValue(i: number, j: number, k: number): number {
  let h = Math.imul(i, 0x9e3779b1) ^ Math.imul(j, 0x85ebca6b) ^ Math.imul(k, 0xc2b2ae35);
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
  return (h ^ (h >>> 13)) & 0xff;
}
