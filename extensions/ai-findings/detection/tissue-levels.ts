import { type DbGrid, smoothRound } from '../volume-features/index.ts';

/** Bins of a tenth of a decibel, from 0 to −100 dB. */
const BINS = 1001;
/** Share of the tissue at a depth that is darker than the level of fat. */
const FAT_SHARE = 0.2;
/** Smoothing that removes speckle, and layers at both sides that are counted together. */
const SMOOTHING_MM = 2;
const LAYERS = 3;

/** Returns the level of the darker tissue at each depth layer in dB. */
export function fatLevels(grid: DbGrid, mask: Float32Array): Float32Array {
  const [nx, ny, nz] = grid.sizes;
  const smoothed = smoothRound(grid, grid.db, SMOOTHING_MM, 1);
  const fallback = medianOf(grid.db, mask);
  return Float32Array.from({ length: ny }, (_, layer) => {
    const counts = new Uint32Array(BINS);
    for (let j = Math.max(0, layer - LAYERS); j <= Math.min(ny - 1, layer + LAYERS); j += 1) {
      for (let k = 0; k < nz; k += 1) {
        const row = nx * (j + ny * k);
        for (let i = 0; i < nx; i += 2) count(counts, smoothed, mask, row + i);
      }
    }
    return quantileOf(counts, FAT_SHARE) ?? fallback;
  });
}

/** Returns the median level within the mask in dB, to a tenth; 0 for an empty mask. */
export function medianOf(db: Float32Array, mask: Float32Array): number {
  const counts = new Uint32Array(BINS);
  for (let n = 0; n < db.length; n += 1) count(counts, db, mask, n);
  return quantileOf(counts, 0.5) ?? 0;
}

function count(counts: Uint32Array, db: Float32Array, mask: Float32Array, index: number): void {
  if ((mask[index] ?? 0) === 0) return;
  const bin = Math.min(BINS - 1, Math.max(0, Math.round(-10 * (db[index] ?? 0))));
  counts[bin] = (counts[bin] ?? 0) + 1;
}

/** Returns the level that a share of the counted levels lies below; null if nothing was counted. */
function quantileOf(counts: Uint32Array, share: number): number | null {
  const total = counts.reduce((sum, value) => sum + value, 0);
  let darker = 0;
  for (let bin = BINS - 1; bin >= 0; bin -= 1) {
    darker += counts[bin] ?? 0;
    if (total > 0 && darker >= share * total) return -bin / 10;
  }
  return null;
}
