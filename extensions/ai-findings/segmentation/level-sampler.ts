import { mmToVoxel, type Vec3 } from '#geometry';
import {
  type BoxMm,
  type DbGrid,
  type DbVolume,
  dbGrid,
  smooth,
} from '../volume-features/index.ts';

/** Smoothed levels of a part of a volume. */
export interface LevelSampler {
  readonly grid: DbGrid;
  /** Returns the level in dB, interpolated linearly; null outside the volume or its coverage. */
  at(mm: Vec3): number | null;
}

const GRID_MM = 0.5;
const SMOOTHING_MM = 0.7;

export function levelSampler(volume: DbVolume, box: BoxMm): LevelSampler {
  const grid = dbGrid(volume, GRID_MM, box);
  const masked = grid.db.map((db, n) => db * (grid.mask[n] ?? 0));
  const sigma = [SMOOTHING_MM, SMOOTHING_MM, SMOOTHING_MM] as const;
  const weight = smooth(grid, grid.mask, sigma);
  const levels = smooth(grid, masked, sigma).map((sum, n) => sum / Math.max(1e-6, weight[n] ?? 0));
  return { grid, at: (mm) => interpolate(grid, levels, mmToVoxel(grid, mm)) };
}

function interpolate(grid: DbGrid, levels: Float32Array, [x, y, z]: Vec3): number | null {
  const [nx, ny, nz] = grid.sizes;
  if (x < -0.5 || y < -0.5 || z < -0.5 || x > nx - 0.5 || y > ny - 0.5 || z > nz - 0.5) return null;
  const nearest =
    Math.min(nx - 1, Math.max(0, Math.round(x))) +
    nx *
      (Math.min(ny - 1, Math.max(0, Math.round(y))) +
        ny * Math.min(nz - 1, Math.max(0, Math.round(z))));
  if ((grid.mask[nearest] ?? 0) === 0) return null;
  return trilinear(levels, grid.sizes, [x, y, z]);
}

/** Interpolates values x fastest at a fractional index, clamped to the grid. */
export function trilinear(values: ArrayLike<number>, sizes: Vec3, index: Vec3): number {
  const [nx, ny] = sizes;
  const [i, j, k] = [
    lowerOf(index[0], sizes[0]),
    lowerOf(index[1], ny),
    lowerOf(index[2], sizes[2]),
  ];
  const stepX = sizes[0] > 1 ? 1 : 0;
  const stepY = ny > 1 ? nx : 0;
  const stepZ = sizes[2] > 1 ? nx * ny : 0;
  const share = (at: number, low: number): number => Math.min(1, Math.max(0, at - low));
  const [fx, fy, fz] = [share(index[0], i), share(index[1], j), share(index[2], k)];
  const base = i + nx * (j + ny * k);
  const value = (offset: number): number => values[base + offset] ?? 0;
  const alongX = (offset: number): number => value(offset) * (1 - fx) + value(offset + stepX) * fx;
  const alongY = (offset: number): number =>
    alongX(offset) * (1 - fy) + alongX(offset + stepY) * fy;
  return alongY(0) * (1 - fz) + alongY(stepZ) * fz;
}

const lowerOf = (at: number, count: number): number =>
  Math.min(Math.max(0, count - 2), Math.max(0, Math.floor(at)));
