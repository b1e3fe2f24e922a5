import type { VolumeGrid } from '#geometry';

/**
 * Approximates a Gaussian by three running means along each axis. `sigmaMm` are standard deviations
 * along x, y and z; values beyond the ends are 0.
 */
export function smooth(
  { sizes: [nx, ny, nz], spacingMm }: VolumeGrid,
  values: Float32Array,
  sigmaMm: readonly [number, number, number],
): Float32Array {
  const smoothed = values.slice();
  for (const radius of runningRadii(sigmaMm[0] / spacingMm[0])) {
    meanAlongRows(smoothed, nx, radius);
  }
  for (const radius of runningRadii(sigmaMm[1] / spacingMm[1])) {
    for (let k = 0; k < nz; k += 1) {
      meanAcrossRows(smoothed.subarray(k * nx * ny, (k + 1) * nx * ny), nx, ny, radius);
    }
  }
  for (const radius of runningRadii(sigmaMm[2] / spacingMm[2])) {
    meanAcrossRows(smoothed, nx * ny, nz, radius);
  }
  return smoothed;
}

/** Smooths by the same standard deviation across, and by `depthShare` of it in depth. */
export const smoothRound = (
  grid: VolumeGrid,
  values: Float32Array,
  sigmaMm: number,
  depthShare: number,
): Float32Array => smooth(grid, values, [sigmaMm, depthShare * sigmaMm, sigmaMm]);

/** Returns half widths of three running means whose variances add up to that of a Gaussian. */
function runningRadii(sigma: number): readonly number[] {
  // A mean over 2r + 1 has the variance ((2r + 1)² − 1) / 12.
  const variance = (r: number): number => ((2 * r + 1) * (2 * r + 1) - 1) / 12;
  const idealWidth = Math.sqrt(4 * sigma * sigma + 1);
  const smaller = Math.floor((idealWidth - 1) / 2);
  const missing = sigma * sigma - 3 * variance(smaller);
  const largerCount = Math.round(missing / (variance(smaller + 1) - variance(smaller)));
  return [0, 1, 2].map((n) => (n < largerCount ? smaller + 1 : smaller)).filter((r) => r > 0);
}

function meanAlongRows(values: Float32Array, count: number, radius: number): void {
  const width = 2 * radius + 1;
  const row = new Float32Array(count + 2 * radius + 1);
  for (let start = 0; start < values.length; start += count) {
    for (let n = 0; n < count; n += 1) row[n + radius] = values[start + n] ?? 0;
    let sum = 0;
    for (let n = 0; n < 2 * radius; n += 1) sum += row[n] ?? 0;
    for (let n = 0; n < count; n += 1) {
      sum += row[n + 2 * radius] ?? 0;
      values[start + n] = sum / width;
      sum -= row[n] ?? 0;
    }
  }
}

/** Averages `rows` rows of `length` values over 2 · radius + 1 neighbouring rows. */
function meanAcrossRows(values: Float32Array, length: number, rows: number, radius: number): void {
  const width = 2 * radius + 1;
  const source = values.slice();
  const sums = new Float32Array(length);
  const addRow = (row: number, sign: 1 | -1): void => {
    if (row < 0 || row >= rows) return;
    const start = row * length;
    for (let n = 0; n < length; n += 1) sums[n] = (sums[n] ?? 0) + sign * (source[start + n] ?? 0);
  };
  for (let row = 0; row < Math.min(radius, rows); row += 1) addRow(row, 1);
  for (let row = 0; row < rows; row += 1) {
    addRow(row + radius, 1);
    const start = row * length;
    for (let n = 0; n < length; n += 1) values[start + n] = (sums[n] ?? 0) / width;
    addRow(row - radius, -1);
  }
}
