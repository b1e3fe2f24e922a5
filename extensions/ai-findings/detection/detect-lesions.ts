import { distance, type Vec3, voxelToMm } from '#geometry';
import { type DbVolume, dbGrid, smoothRound } from '../volume-features/index.ts';
import { candidateFeatures } from './candidate-features.ts';
import { patchLevels, samplePatch } from './candidate-patch.ts';
import {
  type Candidate,
  DEPTH_SHARE,
  findCandidates,
  flattened,
  searchMask,
} from './candidates.ts';
import type { MeasuredCandidate, MeasuredCandidates, Scored } from './measured-candidate.ts';
import { type LesionDetector, scoreCandidates } from './score-candidates.ts';
import { fatLevels, medianOf } from './tissue-levels.ts';

/** Possible lesion in LPS millimetres; the score is a probability from 0 to 1. */
export interface DetectedLesion {
  readonly centreMm: Vec3;
  readonly boxMm: { readonly min: Vec3; readonly max: Vec3 };
  readonly score: number;
}

export interface DetectionOptions {
  readonly signal?: AbortSignal;
  /** Receives the share done, from 0 to 1. */
  readonly onProgress?: (share: number) => void;
}

/**
 * Distance in units of the larger scale within which two candidates show the same structure: 1.2 half
 * widths of a proposed box. Two lesions that do not touch are farther apart, unless the radius of one
 * is below a fifth of the other's.
 */
const OVERLAP_SCALES = 3;
const GRID_MM = 1;
/** Standard deviation of the levels that features compare. */
const FINE_MM = 0.9;
/** Share of the work that finds and measures the candidates; the network needs the rest. */
const MEASURED_SHARE = 0.7;

/**
 * Finds possible lesions: dark blobs of several sizes, scored by a network. Returns those that do not
 * overlap, the highest score first. Rejects with the reason of `signal` when aborted.
 */
export async function detectLesions(
  volume: DbVolume,
  detector: LesionDetector,
  { signal, onProgress }: DetectionOptions = {},
): Promise<readonly DetectedLesion[]> {
  const step = async (share: number): Promise<void> => {
    onProgress?.(share);
    // Lets the caller's thread handle an abort.
    await new Promise((resolve) => setTimeout(resolve));
    signal?.throwIfAborted();
  };
  signal?.throwIfAborted();
  const measured = await measureCandidates(volume, (share) => step(share * MEASURED_SHARE));
  const scored = await scoreCandidates(measured, detector, (share) =>
    step(MEASURED_SHARE + share * (1 - MEASURED_SHARE)),
  );
  return withoutOverlaps(scored).map(({ centreMm, sigmaMm, score }) => {
    const half = sigmaMm * detector.weights.radiusPerScale;
    const halves = [half, half * DEPTH_SHARE, half] as const;
    return {
      centreMm,
      boxMm: { min: moved(centreMm, halves, -1), max: moved(centreMm, halves, 1) },
      score,
    };
  });
}

/**
 * Keeps the best of overlapping candidates, the highest score first. Two overlap if the centre of one
 * lies in the other or just beside it.
 */
export function withoutOverlaps<C extends MeasuredCandidate>(
  scored: readonly Scored<C>[],
): readonly Scored<C>[] {
  const kept: Scored<C>[] = [];
  for (const one of scored.toSorted((a, b) => b.score - a.score)) {
    const isSeparate = kept.every(
      (other) =>
        distance(one.centreMm, other.centreMm) >
        OVERLAP_SCALES * Math.max(one.sigmaMm, other.sigmaMm),
    );
    if (isSeparate) kept.push(one);
  }
  return kept;
}

/** Returns all candidates of a volume with their features, without scores. */
export async function measureCandidates(
  volume: DbVolume,
  step: (share: number) => Promise<void> = async () => {},
): Promise<MeasuredCandidates> {
  const grid = dbGrid(volume, GRID_MM);
  await step(0.1);
  const mask = searchMask(grid, volume.axisMm);
  const level = flattened(grid, mask);
  await step(0.2);
  const found = await findCandidates(grid, level, mask, (share) => step(0.2 + 0.6 * share));
  const fine = smoothRound(grid, grid.db, FINE_MM, DEPTH_SHARE);
  const medianDb = medianOf(grid.db, mask);
  const context = {
    grid,
    mask,
    fine,
    fatDb: fatLevels(grid, mask),
    medianDb,
    axisMm: volume.axisMm,
  };
  await step(0.9);
  const candidates = found.map((candidate: Candidate) => ({
    ...candidate,
    centreMm: voxelToMm(grid, [candidate.i, candidate.j, candidate.k]),
    features: candidateFeatures(context, candidate),
  }));
  const levels = patchLevels(grid, medianDb);
  await step(1);
  return {
    candidates,
    samplePatch: (candidate, target) => samplePatch(grid, levels, candidate, target),
  };
}

function moved(centre: Vec3, halves: readonly [number, number, number], sign: 1 | -1): Vec3 {
  return [centre[0] + sign * halves[0], centre[1] + sign * halves[1], centre[2] + sign * halves[2]];
}
