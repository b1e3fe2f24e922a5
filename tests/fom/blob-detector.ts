import { type Vec3, type VolumeGeometry, voxelToMm } from '#geometry';
import type { Reconstruction } from '../../extensions/scanner/reconstruction/index.ts';

/** A dark blob: centre in mm, scale, and contrast to its surroundings. */
export interface Blob {
  readonly centreMm: Vec3;
  readonly sigmaMm: number;
  readonly score: number;
}

const SCALES_MM = [1.5, 2, 2.7, 3.6, 4.8, 6.2] as const;
/** Width of the outer Gaussian relative to the inner one. */
const RATIO = 1.6;
/** Scale in depth relative to that across, because lesions are flatter in depth. */
const DEPTH_SHARE = 0.8;
/** Standard deviations in mm of the Gaussian that gives the local mean. */
const BACKGROUND_MM = { across: 11, depth: 5 } as const;
/** Depth range above the chest wall, because the shadows of ribs are darker than any lesion. */
const DEPTHS_MM = [3, 36] as const;
/** Maximum distance from the rotation axis; the skin has no contact with the membrane beyond. */
const WITHIN_MM = 68;
/** Minimum distance of two blobs, in units of the larger scale. */
const MIN_DISTANCE = 1.3;
const MAX_BLOBS = 120;
/** Index offsets along one axis: the voxel before, the voxel itself and the voxel after. */
const NEIGHBOURS = [-1, 0, 1] as const;

/**
 * Minimal lesion detector: dark blobs of several sizes by differences of Gaussians on a grid of
 * about 1 mm, scored only by contrast. Measures how difficult phantoms are.
 */
export function detectBlobs({ geometry, voxels, coverage }: Reconstruction): readonly Blob[] {
  const mask = maskOf(geometry, coverage);
  const level = flattened(geometry, voxels, mask);
  const blobs: Blob[] = [];
  for (const sigma of SCALES_MM) {
    const inner = smooth(geometry, level, sigma, DEPTH_SHARE * sigma);
    const outer = smooth(geometry, level, RATIO * sigma, RATIO * DEPTH_SHARE * sigma);
    const contrast = outer.map((value, i) => value - (inner[i] ?? 0));
    blobs.push(...peaks(geometry, contrast, mask, sigma));
  }
  return strongest(blobs);
}

function maskOf(geometry: VolumeGeometry, coverage: Uint8Array): Float32Array {
  const mask = new Float32Array(coverage.length);
  visit(geometry, (index, i, j, k) => {
    const [x, y, z] = voxelToMm(geometry, [i, j, k]);
    const isCovered = coverage[index] === 255 && y >= DEPTHS_MM[0] && y <= DEPTHS_MM[1];
    mask[index] = isCovered && x * x + z * z < WITHIN_MM * WITHIN_MM ? 1 : 0;
  });
  return mask;
}

/** Returns grey level minus the local mean, 0 outside the mask. */
function flattened(geometry: VolumeGeometry, voxels: Uint8Array, mask: Float32Array): Float32Array {
  const { across, depth } = BACKGROUND_MM;
  const masked = Float32Array.from(voxels, (greyLevel, i) => greyLevel * (mask[i] ?? 0));
  const sum = smooth(geometry, masked, across, depth);
  const weight = smooth(geometry, mask, across, depth);
  return masked.map((greyLevel, i) =>
    (mask[i] ?? 0) === 0 ? 0 : greyLevel - (sum[i] ?? 0) / Math.max(1e-6, weight[i] ?? 0),
  );
}

/** Approximates a Gaussian by three running means along each axis. */
function smooth(
  geometry: VolumeGeometry,
  values: Float32Array,
  acrossMm: number,
  depthMm: number,
): Float32Array {
  const [nx, ny, nz] = geometry.sizes;
  const [dx, dy, dz] = geometry.spacingMm;
  let smoothed: Float32Array = values.slice();
  const along = (step: number, count: number, sigma: number, starts: readonly number[]): void => {
    for (const radius of radiiOf(sigma))
      smoothed = runningMean(smoothed, step, count, radius, starts);
  };
  // Indices at which the lines along an axis start: those of a grid over the other two axes.
  const lineStarts = (
    count: number,
    step: number,
    otherCount: number,
    otherStep: number,
  ): number[] =>
    Array.from(
      { length: count * otherCount },
      (_, n) => (n % count) * step + Math.floor(n / count) * otherStep,
    );
  along(1, nx, acrossMm / dx, lineStarts(ny, nx, nz, nx * ny));
  along(nx, ny, depthMm / dy, lineStarts(nx, 1, nz, nx * ny));
  along(nx * ny, nz, acrossMm / dz, lineStarts(nx, 1, ny, nx));
  return smoothed;
}

/** Returns half widths of three running means whose variances add up to that of a Gaussian. */
function radiiOf(sigma: number): readonly number[] {
  // A mean over 2r + 1 has the variance ((2r + 1)² − 1) / 12.
  const variance = (r: number): number => ((2 * r + 1) * (2 * r + 1) - 1) / 12;
  const idealWidth = Math.sqrt(4 * sigma * sigma + 1);
  const smaller = Math.floor((idealWidth - 1) / 2);
  const missing = sigma * sigma - 3 * variance(smaller);
  const largerCount = Math.round(missing / (variance(smaller + 1) - variance(smaller)));
  return [0, 1, 2].map((n) => (n < largerCount ? smaller + 1 : smaller));
}

/** Values beyond the ends are 0. */
function runningMean(
  values: Float32Array,
  step: number,
  count: number,
  radius: number,
  starts: readonly number[],
): Float32Array {
  if (radius === 0) return values;
  const means = new Float32Array(values.length);
  for (const start of starts) {
    let sum = 0;
    for (let n = 0; n < Math.min(count, radius); n += 1) sum += values[start + n * step] ?? 0;
    for (let n = 0; n < count; n += 1) {
      if (n + radius < count) sum += values[start + (n + radius) * step] ?? 0;
      if (n - radius - 1 >= 0) sum -= values[start + (n - radius - 1) * step] ?? 0;
      means[start + n * step] = sum / (2 * radius + 1);
    }
  }
  return means;
}

/** Returns the voxels of maximum contrast among their 26 neighbours, within the mask. */
function peaks(
  geometry: VolumeGeometry,
  contrast: Float32Array,
  mask: Float32Array,
  sigmaMm: number,
): readonly Blob[] {
  const [nx, ny, nz] = geometry.sizes;
  const blobs: Blob[] = [];
  visit(geometry, (index, i, j, k) => {
    const score = contrast[index] ?? 0;
    if (score <= 0 || (mask[index] ?? 0) === 0) return;
    if (i === 0 || j === 0 || k === 0 || i === nx - 1 || j === ny - 1 || k === nz - 1) return;
    for (const dk of NEIGHBOURS) {
      for (const dj of NEIGHBOURS) {
        for (const di of NEIGHBOURS) {
          const neighbour = index + di + nx * (dj + ny * dk);
          if ((contrast[neighbour] ?? 0) > score) return;
        }
      }
    }
    blobs.push({ centreMm: voxelToMm(geometry, [i, j, k]), sigmaMm, score });
  });
  return blobs;
}

/** Keeps the strongest of overlapping blobs, over all scales. */
function strongest(blobs: readonly Blob[]): readonly Blob[] {
  const selected: Blob[] = [];
  for (const blob of blobs.toSorted((a, b) => b.score - a.score)) {
    if (selected.length === MAX_BLOBS) break;
    const [x, y, z] = blob.centreMm;
    const isSeparate = selected.every(({ centreMm, sigmaMm }) => {
      const [dx, dy, dz] = [x - centreMm[0], y - centreMm[1], z - centreMm[2]];
      return (
        Math.sqrt(dx * dx + dy * dy + dz * dz) > MIN_DISTANCE * Math.max(sigmaMm, blob.sigmaMm)
      );
    });
    if (isSeparate) selected.push(blob);
  }
  return selected;
}

function visit(
  { sizes: [nx, ny, nz] }: VolumeGeometry,
  onVoxel: (index: number, i: number, j: number, k: number) => void,
): void {
  for (let k = 0; k < nz; k += 1) {
    for (let j = 0; j < ny; j += 1) {
      for (let i = 0; i < nx; i += 1) onVoxel(i + nx * (j + ny * k), i, j, k);
    }
  }
}
