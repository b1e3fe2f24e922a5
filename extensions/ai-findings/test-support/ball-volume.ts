import type { Vec3, VolumeGeometry } from '#geometry';
import type { DbVolumeSource } from '../volume-features/index.ts';

/** Ellipsoid of constant level in a volume of noisy tissue. */
export interface Ball {
  readonly centreMm: Vec3;
  readonly radiiMm: Vec3;
  readonly db: number;
}

export interface BallVolumeOptions {
  readonly sizes: Vec3;
  readonly spacingMm: Vec3;
  readonly originMm: Vec3;
  readonly balls: readonly Ball[];
  readonly dynamicRangeDb?: number | null;
}

/** Level of the tissue around the balls. */
const TISSUE_DB = -27;
/** Half width of uniform noise; the hash of the voxel generates it. */
const NOISE_DB = 6;

/**
 * Returns a volume of tissue at −27 dB with noise, that contains ellipsoids; every voxel is covered.
 */
export function ballVolume(options: BallVolumeOptions): DbVolumeSource {
  const { sizes, spacingMm, originMm, balls, dynamicRangeDb = 60 } = options;
  const [nx, ny, nz] = sizes;
  const voxels = new Uint8Array(nx * ny * nz);
  const rangeDb = dynamicRangeDb ?? 60;
  for (let index = 0; index < voxels.length; index += 1) {
    const i = index % nx;
    const j = Math.floor(index / nx) % ny;
    const k = Math.floor(index / (nx * ny));
    const mm: Vec3 = [
      originMm[0] + i * spacingMm[0],
      originMm[1] + j * spacingMm[1],
      originMm[2] + k * spacingMm[2],
    ];
    const ball = balls.find((one) => isInside(one, mm));
    const db = (ball?.db ?? TISSUE_DB) + NOISE_DB * noise(index);
    voxels[index] = Math.min(255, Math.max(0, Math.round(255 + (255 * db) / rangeDb)));
  }
  const coverage = new Uint8Array(voxels.length).fill(255);
  return { geometry: geometryOf(options), voxels, coverage, dynamicRangeDb };
}

/** Returns whether a point is inside an ellipsoid. */
export function isInside({ centreMm, radiiMm }: Ball, [x, y, z]: Vec3): boolean {
  const parts = [
    (x - centreMm[0]) / radiiMm[0],
    (y - centreMm[1]) / radiiMm[1],
    (z - centreMm[2]) / radiiMm[2],
  ];
  return parts.reduce((sum, part) => sum + part * part, 0) <= 1;
}

function geometryOf({ sizes, spacingMm, originMm }: BallVolumeOptions): VolumeGeometry {
  const coverageRadiusMm = Math.hypot(sizes[0] * spacingMm[0], sizes[2] * spacingMm[2]) / 2;
  return { sizes, spacingMm, originMm, coverageRadiusMm };
}

/** Returns a number from −1 to 1 that depends only on the index. */
function noise(index: number): number {
  let hash = Math.imul(index + 1, 0x9e3779b1);
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
  return ((hash ^ (hash >>> 13)) >>> 0) / 2 ** 31 - 1;
}
