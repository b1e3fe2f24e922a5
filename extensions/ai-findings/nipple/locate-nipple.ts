import { fail, ok, type Problem, problem, type Result } from '#foundation';
import type { Vec3 } from '#geometry';
import {
  type DbGrid,
  type DbVolume,
  dbGrid,
  type LogisticWeights,
  logitOf,
} from '../volume-features/index.ts';
import { type NippleColumn, nippleColumns } from './nipple-columns.ts';

/** Proposed nipple in LPS millimetres, on the skin. */
export interface NippleLocation {
  readonly positionMm: Vec3;
  /** Share of the probability within 5 mm of the position, from 0 to 1. */
  readonly confidence: number;
}

const GRID_MM = 1;
/** Half width of the square around the best column over which the position is averaged. */
const AVERAGE_MM = 3;
const CONFIDENCE_MM = 5;
/** Part of the volume in which the skin is searched, in mm around the position and in depth. */
const SKIN = { aroundMm: 2, depthMm: 7, stepMm: 0.25 } as const;

/**
 * Finds the nipple by the darkness of columns below it. Fails with NIPPLE_NOT_FOUND if no column
 * near the rotation axis is covered. Always check the confidence: a wrong position is possible.
 */
export function locateNipple(volume: DbVolume, weights: LogisticWeights): Result<NippleLocation> {
  const found = bestColumn(nippleColumns(dbGrid(volume, GRID_MM), volume.axisMm), weights);
  if (found === null) return fail(notFound());
  const { x, z, confidence } = found;
  return ok({ positionMm: [x, skinYMm(volume, found), z], confidence });
}

/** Returns the most probable location among columns; null without columns. */
export function bestColumn(
  columns: readonly NippleColumn[],
  weights: LogisticWeights,
): { readonly x: number; readonly z: number; readonly confidence: number } | null {
  const logits = columns.map(({ features }) => logitOf(weights, features));
  const highest = logits.reduce((max, logit) => Math.max(max, logit), Number.NEGATIVE_INFINITY);
  const best = columns[logits.indexOf(highest)];
  if (best === undefined) return null;
  const shares = logits.map((logit) => Math.exp(logit - highest));
  const averaged = weightedMean(columns, ({ x, z }, n) => {
    const isNear = Math.max(Math.abs(x - best.x), Math.abs(z - best.z)) <= AVERAGE_MM;
    return isNear ? (shares[n] ?? 0) : 0;
  });
  let [close, total] = [0, 0];
  for (const [n, { x, z }] of columns.entries()) {
    const share = shares[n] ?? 0;
    total += share;
    if (Math.hypot(x - averaged.x, z - averaged.z) <= CONFIDENCE_MM) close += share;
  }
  return { ...averaged, confidence: close / total };
}

function weightedMean(
  columns: readonly NippleColumn[],
  weightOf: (column: NippleColumn, n: number) => number,
) {
  let [x, z, total] = [0, 0, 0];
  for (const [n, column] of columns.entries()) {
    const weight = weightOf(column, n);
    x += weight * column.x;
    z += weight * column.z;
    total += weight;
  }
  return { x: x / total, z: z / total };
}

/** Returns y of the skin in mm: the depth at which the mean level around a column rises most. */
function skinYMm(volume: DbVolume, { x, z }: { readonly x: number; readonly z: number }): number {
  const faceMm = volume.originMm[1] - volume.spacingMm[1] / 2;
  const grid = dbGrid(volume, SKIN.stepMm, {
    min: [x - SKIN.aroundMm, faceMm, z - SKIN.aroundMm],
    max: [x + SKIN.aroundMm, faceMm + SKIN.depthMm, z + SKIN.aroundMm],
  });
  const levels = layerMeans(grid);
  let [best, bestY] = [Number.NEGATIVE_INFINITY, faceMm];
  for (let j = 2; j < levels.length - 2; j += 1) {
    const rise =
      (levels[j + 2] ?? 0) + (levels[j + 1] ?? 0) - (levels[j - 1] ?? 0) - (levels[j - 2] ?? 0);
    if (rise > best) [best, bestY] = [rise, grid.originMm[1] + j * grid.spacingMm[1]];
  }
  return bestY;
}

function layerMeans(grid: DbGrid): readonly number[] {
  const [nx, ny, nz] = grid.sizes;
  return Array.from({ length: ny }, (_, j) => {
    let sum = 0;
    for (let k = 0; k < nz; k += 1) {
      for (let i = 0; i < nx; i += 1) sum += grid.db[i + nx * (j + ny * k)] ?? 0;
    }
    return sum / (nx * nz);
  });
}

const notFound = (): Problem =>
  problem(
    'NIPPLE_NOT_FOUND',
    'The nipple was not found',
    'The volume has no tissue near the rotation axis.',
    'Set the nipple by hand.',
  );
