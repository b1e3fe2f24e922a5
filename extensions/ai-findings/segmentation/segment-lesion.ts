import { fail, ok, type Problem, problem, type Result } from '#foundation';
import type { Vec3 } from '#geometry';
import type {
  BoxMm,
  GuidePoint,
  Segmentation,
  SegmentationSeed,
} from '../model/segmentation/segmentation.ts';
import {
  makeMask,
  maskAxesMm,
  maskVolumeMm3,
  type VoxelMask,
} from '../model/segmentation/voxel-mask.ts';
import { engineTexts } from '../texts/engine-texts.ts';
import type { DbVolume } from '../volume-features/index.ts';
import { type LevelSampler, levelSampler } from './level-sampler.ts';
import { fitStar, isInStar, RAYS, type StarRegion, starBoxMm } from './star-fit.ts';

export interface SegmentationOptions {
  /** Moves the border outwards when positive, in dB; default 0. */
  readonly thresholdShiftDb?: number;
}

interface Start {
  readonly centreMm: Vec3;
  readonly halfAxesMm: Vec3;
}

const MASK_MM = 0.5;
const DEPTH_SHARE = 0.8;
/** Limits of half axes in mm. */
const HALF_AXES_MM = [1, 40] as const;
/** Radii that are tried around a click without radius. */
const CLICK_RADII_MM = [2, 2.5, 3.1, 3.9, 4.9, 6.1, 7.6, 9.5, 11.9] as const;
/**
 * Weights of the half axes at the start, chosen by the overlap on tuning phantoms, and how many times
 * a region is centred and scaled again. The radius of a click is only a hint.
 */
const FITS = {
  box: { priorWeight: 50, rounds: 1 },
  click: { priorWeight: 12, rounds: 2 },
  radius: { priorWeight: 1.5, rounds: 4 },
} as const;
/** Half size of the sampled box: a share of the half axes, and at least some tissue. */
const MARGIN = { share: 1.9, minMm: 6 } as const;
const MIN_CONTRAST_DB = 1;

/**
 * Segments a dark lesion around a seed. Include and exclude points bend the border. Fails with
 * SEED_INVALID for a seed without finite coordinates and positive size, SEED_OUTSIDE_VOLUME where no
 * beam reached, and LESION_NOT_FOUND if the surroundings of a seed are not brighter than the seed.
 */
export function segmentLesion(
  volume: DbVolume,
  seed: SegmentationSeed,
  points: readonly GuidePoint[] = [],
  { thresholdShiftDb = 0 }: SegmentationOptions = {},
): Result<Segmentation> {
  const start = startOf(seed);
  const numbers = [...points.flatMap(({ mm }) => mm), thresholdShiftDb];
  if (start === null || !numbers.every(Number.isFinite)) return fail(seedInvalid());
  const kind = kindOf(seed);
  const { priorWeight, rounds } = FITS[kind];
  const sampler = levelSampler(volume, boxAround(start, kind !== 'box'));
  if (sampler.at(start.centreMm) === null) return fail(seedOutside(start.centreMm));
  const fitFrom = (from: Start): StarRegion =>
    fitStar(sampler, {
      ...from,
      points,
      thresholdShiftDb,
      priorWeight,
    });
  let region = fitFrom(kind === 'click' ? scaled(sampler, start) : start);
  for (let round = 1; round < rounds; round += 1) {
    region = fitFrom(startOfBox(starBoxMm(region)));
  }
  const mask = maskOf(region, sampler);
  const volumeMm3 = maskVolumeMm3(mask);
  const basis = { kind: 'levels', contrastDb: region.contrastDb } as const;
  if (region.contrastDb < MIN_CONTRAST_DB || volumeMm3 === 0) return fail(notFound(region));
  return ok({ mask, volumeMm3, axesMm: maskAxesMm(mask), basis });
}

function kindOf(seed: SegmentationSeed): keyof typeof FITS {
  if ('boxMm' in seed) return 'box';
  return seed.radiusMm === undefined ? 'click' : 'radius';
}

/** Returns centre and half axes of a seed; null if they are not usable. */
function startOf(seed: SegmentationSeed): Start | null {
  if ('boxMm' in seed) {
    const { min, max } = seed.boxMm;
    const isValid = ([0, 1, 2] as const).every(
      (axis) => Number.isFinite(min[axis]) && Number.isFinite(max[axis]) && max[axis] > min[axis],
    );
    return isValid ? startOfBox(seed.boxMm) : null;
  }
  const { centreMm, radiusMm = 5 } = seed;
  if (!centreMm.every(Number.isFinite) || !(radiusMm > 0 && radiusMm < 1000)) return null;
  const radius = clampHalf(radiusMm);
  return { centreMm, halfAxesMm: [radius, clampHalf(DEPTH_SHARE * radius), radius] };
}

function startOfBox({ min, max }: BoxMm): Start {
  const half = (axis: 0 | 1 | 2): number => clampHalf((max[axis] - min[axis]) / 2);
  const middle = (axis: 0 | 1 | 2): number => (max[axis] + min[axis]) / 2;
  return { centreMm: [middle(0), middle(1), middle(2)], halfAxesMm: [half(0), half(1), half(2)] };
}

const clampHalf = (mm: number): number => Math.min(HALF_AXES_MM[1], Math.max(HALF_AXES_MM[0], mm));

/** A click needs room for the largest radius, because the lesion may extend to one side of it. */
function boxAround({ centreMm: c, halfAxesMm: a }: Start, isClick: boolean): BoxMm {
  const half = (axis: 0 | 1 | 2): number =>
    Math.max(MARGIN.share * a[axis], a[axis] + MARGIN.minMm, isClick ? 20 : 0);
  return {
    min: [c[0] - half(0), c[1] - half(1), c[2] - half(2)],
    max: [c[0] + half(0), c[1] + half(1), c[2] + half(2)],
  };
}

/**
 * Returns the start with the radius at which the mean level around a click rises most. The rise is
 * taken between 0.8 and 1.25 radii.
 */
function scaled(sampler: LevelSampler, { centreMm }: Start): Start {
  let [best, bestMm] = [Number.NEGATIVE_INFINITY, 5];
  for (const radiusMm of CLICK_RADII_MM) {
    const rise =
      meanOnShell(sampler, centreMm, 1.25 * radiusMm) -
      meanOnShell(sampler, centreMm, 0.8 * radiusMm);
    if (rise > best) [best, bestMm] = [rise, radiusMm];
  }
  return { centreMm, halfAxesMm: [bestMm, clampHalf(DEPTH_SHARE * bestMm), bestMm] };
}

function meanOnShell(sampler: LevelSampler, [cx, cy, cz]: Vec3, radiusMm: number): number {
  let [sum, count] = [0, 0];
  for (const [x, y, z] of RAYS.directions) {
    const level = sampler.at([
      cx + x * radiusMm,
      cy + y * radiusMm * DEPTH_SHARE,
      cz + z * radiusMm,
    ]);
    if (level === null) continue;
    sum += level;
    count += 1;
  }
  return count === 0 ? 0 : sum / count;
}

/** Returns the covered voxels of a region, in the smallest box of whole voxels that contains it. */
function maskOf(region: StarRegion, sampler: LevelSampler): VoxelMask {
  const { centreMm: c, halfAxesMm: a, radii } = region;
  const reach = Math.max(...radii) * 1.05;
  const cells = (axis: 0 | 1 | 2): number => Math.ceil((reach * a[axis]) / MASK_MM) + 1;
  const [x, y, z] = [cells(0), cells(1), cells(2)];
  const grid = {
    sizes: [2 * x + 1, 2 * y + 1, 2 * z + 1],
    spacingMm: [MASK_MM, MASK_MM, MASK_MM],
    originMm: [c[0] - x * MASK_MM, c[1] - y * MASK_MM, c[2] - z * MASK_MM],
  } as const;
  return makeMask(grid, (mm) => isInStar(region, mm) && sampler.at(mm) !== null);
}

const { problems: texts } = engineTexts;

function seedInvalid(): Problem {
  const { title, detail, next } = texts.SEED_INVALID;
  return problem('SEED_INVALID', title, detail, next);
}

function seedOutside(mm: Vec3): Problem {
  const { title, detail, next } = texts.SEED_OUTSIDE_VOLUME;
  return problem('SEED_OUTSIDE_VOLUME', title, detail(mm), next);
}

function notFound({ contrastDb }: StarRegion): Problem {
  const { title, detail, next } = texts.LESION_NOT_FOUND;
  return problem('LESION_NOT_FOUND', title, detail(contrastDb, MIN_CONTRAST_DB), next);
}
