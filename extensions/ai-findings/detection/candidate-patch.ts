import { type DbGrid, smoothRound } from '../volume-features/index.ts';
import { type Candidate, DEPTH_SHARE } from './candidates.ts';

/** Samples of a patch along z, in depth and along x; x fastest. */
export const PATCH_SIZES = [16, 14, 16] as const;
export const PATCH_LENGTH = PATCH_SIZES[0] * PATCH_SIZES[1] * PATCH_SIZES[2];
/** Distance of two samples in scales of the candidate; DEPTH_SHARE of it in depth. */
const STEP_SCALES = 0.5;
/** Samples above the centre; more of them lie behind it, where shadow and enhancement show. */
const ABOVE = 5;
/** Standard deviation of the levels that are sampled up to a scale, so that no sample is skipped. */
const SMOOTHINGS = [
  { toScaleMm: 1.5, sigmaMm: 0 },
  { toScaleMm: 3, sigmaMm: 0.9 },
  { toScaleMm: Number.POSITIVE_INFINITY, sigmaMm: 1.7 },
] as const;

/** Levels in dB above the median of the tissue, 0 where no beam reached, for each smoothing. */
export type PatchLevels = readonly Float32Array[];

export function patchLevels(grid: DbGrid, medianDb: number): PatchLevels {
  const level = grid.db.map((db, n) => ((grid.mask[n] ?? 0) > 0 ? db - medianDb : 0));
  return SMOOTHINGS.map(({ sigmaMm }) =>
    sigmaMm === 0 ? level : smoothRound(grid, level, sigmaMm, DEPTH_SHARE),
  );
}

/**
 * Writes the surroundings of a candidate, in steps of its scale, into `target` of PATCH_LENGTH
 * values in dB. Samples beyond the grid repeat its edge.
 */
export function samplePatch(
  grid: DbGrid,
  levels: PatchLevels,
  { i, j, k, sigmaMm }: Candidate,
  target: Float32Array,
): void {
  const level = levels[SMOOTHINGS.findIndex(({ toScaleMm }) => sigmaMm <= toScaleMm)];
  if (level === undefined) throw new Error('Levels of every smoothing expected');
  const [dx, dy, dz] = grid.spacingMm;
  const step = STEP_SCALES * sigmaMm;
  const [countZ, countY, countX] = PATCH_SIZES;
  const xs = linearSteps(i, step / dx, (countX - 1) / 2, countX, grid.sizes[0]);
  const ys = linearSteps(j, (DEPTH_SHARE * step) / dy, ABOVE, countY, grid.sizes[1]);
  const zs = linearSteps(k, step / dz, (countZ - 1) / 2, countZ, grid.sizes[2]);
  const [nx, ny] = grid.sizes;
  let at = 0;
  for (const z of zs) {
    for (const y of ys) {
      const rows = [
        nx * (y.from + ny * z.from),
        nx * (y.to + ny * z.from),
        nx * (y.from + ny * z.to),
        nx * (y.to + ny * z.to),
      ] as const;
      const weights = [
        (1 - y.share) * (1 - z.share),
        y.share * (1 - z.share),
        (1 - y.share) * z.share,
        y.share * z.share,
      ] as const;
      for (const x of xs) {
        let sum = 0;
        for (let n = 0; n < 4; n += 1) {
          const row = rows[n] ?? 0;
          const from = level[row + x.from] ?? 0;
          const to = level[row + x.to] ?? 0;
          sum += (weights[n] ?? 0) * (from + x.share * (to - from));
        }
        target[at] = sum;
        at += 1;
      }
    }
  }
}

/** Two neighbouring voxels of an axis and the share of the second one. */
interface Between {
  readonly from: number;
  readonly to: number;
  readonly share: number;
}

function linearSteps(
  centre: number,
  step: number,
  before: number,
  count: number,
  size: number,
): readonly Between[] {
  return Array.from({ length: count }, (_, n) => {
    const at = Math.min(size - 1, Math.max(0, centre + (n - before) * step));
    const from = Math.floor(at);
    return { from, to: Math.min(size - 1, from + 1), share: at - from };
  });
}
