import type { DbGrid } from '../volume-features/index.ts';
import { type Candidate, DEPTH_SHARE } from './candidates.ts';

/** Names of the features of a candidate, in the order of `candidateFeatures`. */
export const FEATURE_NAMES = [
  'contrastDb',
  'innerOverFatDb',
  'shellMinusInnerDb',
  'innerSpreadDb',
  'minimumOverFatDb',
  'brighterShare',
  'stepLowerQuartileDb',
  'stepLowestDecileDb',
  'aboveDb',
  'posteriorDb',
  'posteriorAbsDb',
  'acrossCurvatureDb',
  'acrossCurvatureRatio',
  'depthCurvatureDb',
  'logScale',
  'depth',
  'depthSquared',
  'surroundDb',
  'radius',
  'shellSpreadDb',
  'anechoicShare',
] as const;

/** What the features of all candidates of a volume are computed from. */
export interface FeatureContext {
  readonly grid: DbGrid;
  readonly mask: Float32Array;
  /** Levels smoothed by about 1 mm, in dB. */
  readonly fine: Float32Array;
  /** Level in dB of the darker tissue (fat) at each depth layer. */
  readonly fatDb: Float32Array;
  /** Median level of the searched tissue in dB. */
  readonly medianDb: number;
  readonly axisMm: { readonly x: number; readonly z: number };
}

/** Radii in units of the scale: the inside of a blob, and the shell around its border. */
const INNER = 1.1;
const SHELL = [1.9, 2.8] as const;
/** Distance in units of the scale at which the 26 directions are compared with the inside. */
const RIM = 2.3;
/** Steps that count as brighter. */
const BRIGHTER_DB = 2;
/** Levels this far below fat count as free of echoes. */
const ANECHOIC_DB = 5;
/** Box behind a candidate, compared with boxes at both sides of it. */
const POSTERIOR = { fromScales: 2, lengthMm: 9, sideScales: 2.6 } as const;

const DIRECTIONS = [-1, 0, 1]
  .flatMap((x) => [-1, 0, 1].flatMap((y) => [-1, 0, 1].map((z) => [x, y, z] as const)))
  .filter(([x, y, z]) => x !== 0 || y !== 0 || z !== 0)
  .map(([x, y, z]) => {
    const norm = Math.hypot(x, y, z);
    return [x / norm, y / norm, z / norm] as const;
  });

/** Returns the features of a candidate; levels are relative to fat or to the median of the tissue. */
export function candidateFeatures(context: FeatureContext, candidate: Candidate): number[] {
  const { grid, medianDb, axisMm } = context;
  const { i, j, k, sigmaMm, contrastDb, curvature } = candidate;
  const fatDb = context.fatDb[j] ?? medianDb;
  const { inner, shell } = innerAndShell(context, candidate);
  const steps = directionSteps(context, candidate, inner.mean);
  const posteriorDb = posteriorOf(context, candidate);
  const x = grid.originMm[0] + i * grid.spacingMm[0] - axisMm.x;
  const z = grid.originMm[2] + k * grid.spacingMm[2] - axisMm.z;
  const depth = ((j + 0.5) * grid.spacingMm[1]) / 10;
  const [smaller, larger] = curvature.across;
  return [
    contrastDb,
    inner.mean - fatDb,
    shell.mean - inner.mean,
    inner.spread,
    inner.min - fatDb,
    steps.filter((step) => step > BRIGHTER_DB).length / Math.max(1, steps.length),
    steps[Math.floor(steps.length * 0.25)] ?? 0,
    steps[Math.floor(steps.length * 0.1)] ?? 0,
    aboveDb(context, candidate) - inner.mean,
    posteriorDb,
    Math.abs(posteriorDb),
    smaller,
    smaller / Math.max(0.1, Math.abs(larger)),
    curvature.depth,
    Math.log(sigmaMm),
    depth,
    depth * depth,
    shell.mean - medianDb,
    Math.hypot(x, z) / 10,
    shell.spread,
    inner.anechoic,
  ];
}

interface Statistics {
  readonly mean: number;
  readonly spread: number;
  readonly min: number;
  /** Share of voxels that are nearly free of echoes. */
  readonly anechoic: number;
}

class Sums {
  #count = 0;
  #sum = 0;
  #squares = 0;
  #min = 0;
  #anechoic = 0;

  add(db: number, isAnechoic: boolean): void {
    this.#count += 1;
    this.#sum += db;
    this.#squares += db * db;
    this.#min = Math.min(this.#min, db);
    if (isAnechoic) this.#anechoic += 1;
  }

  /** Returns the fallback as mean if nothing was added. */
  statistics(fallbackDb: number): Statistics {
    if (this.#count === 0) return { mean: fallbackDb, spread: 0, min: fallbackDb, anechoic: 0 };
    const mean = this.#sum / this.#count;
    return {
      mean,
      spread: Math.sqrt(Math.max(0, this.#squares / this.#count - mean * mean)),
      min: this.#min,
      anechoic: this.#anechoic / this.#count,
    };
  }
}

function innerAndShell(context: FeatureContext, { i, j, k, sigmaMm }: Candidate) {
  const { grid, mask, fine, medianDb } = context;
  const fatDb = context.fatDb[j] ?? medianDb;
  const [nx, ny, nz] = grid.sizes;
  const [dx, dy, dz] = grid.spacingMm;
  const inner = new Sums();
  const shell = new Sums();
  const reach = (mm: number): number => Math.ceil((SHELL[1] * sigmaMm) / mm);
  // Every second voxel of large blobs is enough.
  const step = sigmaMm > 3.5 ? 2 : 1;
  const inRange = (n: number, count: number): boolean => n >= 0 && n < count;
  for (let dk = -reach(dz); dk <= reach(dz); dk += step) {
    if (!inRange(k + dk, nz)) continue;
    for (let dj = -reach(dy); dj <= reach(dy); dj += step) {
      if (!inRange(j + dj, ny)) continue;
      for (let di = -reach(dx); di <= reach(dx); di += step) {
        const rho = Math.hypot(di * dx, (dj * dy) / DEPTH_SHARE, dk * dz) / sigmaMm;
        const isInner = rho <= INNER;
        if (!isInner && (rho < SHELL[0] || rho > SHELL[1])) continue;
        const index = i + di + nx * (j + dj + ny * (k + dk));
        if (!inRange(i + di, nx) || (mask[index] ?? 0) === 0) continue;
        const db = fine[index] ?? 0;
        (isInner ? inner : shell).add(db, db < fatDb - ANECHOIC_DB);
      }
    }
  }
  return { inner: inner.statistics(medianDb), shell: shell.statistics(medianDb) };
}

/** Returns level minus inside in dB at the rim in 26 directions, ascending. */
function directionSteps(
  context: FeatureContext,
  { i, j, k, sigmaMm }: Candidate,
  innerDb: number,
): readonly number[] {
  const [dx, dy, dz] = context.grid.spacingMm;
  return DIRECTIONS.map(([x, y, z]) => {
    const mm = RIM * sigmaMm;
    const level = levelAt(context, [
      i + (x * mm) / dx,
      j + (y * mm * DEPTH_SHARE) / dy,
      k + (z * mm) / dz,
    ]);
    return level === null ? null : level - innerDb;
  })
    .filter((step) => step !== null)
    .sort((a, b) => a - b);
}

/** Returns the level at the nearest voxel in dB; null outside the searched tissue. */
function levelAt(
  { grid, mask, fine }: FeatureContext,
  [x, y, z]: readonly [number, number, number],
): number | null {
  const [nx, ny, nz] = grid.sizes;
  const [i, j, k] = [Math.round(x), Math.round(y), Math.round(z)];
  if (i < 0 || j < 0 || k < 0 || i >= nx || j >= ny || k >= nz) return null;
  const index = i + nx * (j + ny * k);
  return (mask[index] ?? 0) === 0 ? null : (fine[index] ?? 0);
}

function aboveDb(context: FeatureContext, { i, j, k, sigmaMm }: Candidate): number {
  const y = j - (RIM * DEPTH_SHARE * sigmaMm) / context.grid.spacingMm[1];
  return columnMean(context, [i, y, k], 0.7 * sigmaMm, 1) ?? context.medianDb;
}

/** Returns the mean level in dB of a box around a column; null if nothing of it is searched. */
function columnMean(
  context: FeatureContext,
  [i, j, k]: readonly [number, number, number],
  halfMm: number,
  lengthMm: number,
): number | null {
  const [dx, dy, dz] = context.grid.spacingMm;
  let sum = 0;
  let count = 0;
  for (let y = 0; y <= lengthMm; y += 1) {
    for (let x = -1; x <= 1; x += 1) {
      for (let z = -1; z <= 1; z += 1) {
        const at = [i + (x * halfMm) / dx, j + y / dy, k + (z * halfMm) / dz] as const;
        const level = levelAt(context, at);
        if (level === null) continue;
        sum += level;
        count += 1;
      }
    }
  }
  return count === 0 ? null : sum / count;
}

/** Returns the level behind a candidate minus that at its sides in dB; 0 below the searched depth. */
function posteriorOf(context: FeatureContext, { i, j, k, sigmaMm }: Candidate): number {
  const [dx, dy, dz] = context.grid.spacingMm;
  const y = j + (POSTERIOR.fromScales * DEPTH_SHARE * sigmaMm) / dy;
  const half = 0.7 * sigmaMm;
  const side = POSTERIOR.sideScales * sigmaMm;
  const behind = columnMean(context, [i, y, k], half, POSTERIOR.lengthMm);
  const sides = (
    [
      [i - side / dx, y, k],
      [i + side / dx, y, k],
      [i, y, k - side / dz],
      [i, y, k + side / dz],
    ] as const
  )
    .map((at) => columnMean(context, at, half, POSTERIOR.lengthMm))
    .filter((level) => level !== null);
  if (behind === null || sides.length === 0) return 0;
  return behind - sides.reduce((sum, level) => sum + level, 0) / sides.length;
}
