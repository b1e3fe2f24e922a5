import { unwrap } from '#foundation';
import type { Vec3 } from '#geometry';
import {
  isSet,
  type Segmentation,
  type SegmentationSeed,
  segmentLesion,
  type VoxelMask,
} from '../../extensions/ai-findings/segmentation/index.ts';
import { type DbVolume, dbVolume } from '../../extensions/ai-findings/volume-features/index.ts';
import type { TrueLesion } from '../../extensions/scanner/simulator/index.ts';
import { hd95Mm, type VoxelSet } from '../../platform/server/evaluations/metrics/index.ts';
import { machine, median, quantile, round } from '../bench/support/figure.ts';
import { phantomVolume } from '../training/phantom-volumes.ts';
import { type Fom, mean } from './fom-figure.ts';
import { ON_A_PHANTOM, seededRandom } from './rec-support.ts';
import { countSealedTouch, sealedSeeds } from './sealed-set.ts';

const GRID_MM = 0.5;
/** Largest relative error of each side of a drawn box, and offset of a click in units of the radii. */
const BOX_JITTER = 0.12;
const CLICK_OFFSET = 0.4;
const ROUNDS = 1000;

interface Overlap {
  readonly seed: number;
  readonly kind: string;
  readonly dice: number;
  readonly hd95: number;
  readonly seconds: number;
}

/**
 * Overlap of the segmentation with sealed lesions, from a jittered box and from one click.
 * Calcifications without a mass have no border and are left out. Argument: the number of volumes,
 * default 200.
 */
export const seg: Fom = async (args) => {
  const seeds = sealedSeeds(args[0]);
  const touches = countSealedTouch('seg');
  const boxes: Overlap[] = [];
  const clicks: Overlap[] = [];
  const random = seededRandom(31);
  for (const seed of seeds) {
    const source = await phantomVolume(seed, 'default');
    const volume = unwrap(dbVolume(source));
    for (const lesion of source.truth.lesions.filter(({ kind }) => kind !== 'calcifications')) {
      const truth = trueVoxels(lesion);
      boxes.push(measure(volume, jitteredBox(truth, random), { seed, lesion, truth }));
      clicks.push(measure(volume, clickIn(lesion, random), { seed, lesion, truth }));
    }
  }
  return [figuresOf('box', boxes), figuresOf('click', clicks)].flatMap(([dice, hd95]) =>
    [dice, hd95].map((figure) => ({
      ...figure,
      machine: machine(),
      more: {
        ...figure.more,
        seeds: `${seeds[0]}–${seeds.at(-1)}, sealed`,
        sealedTouches: touches,
      },
    })),
  );
};

function figuresOf(from: 'box' | 'click', overlaps: readonly Overlap[]) {
  const kinds = [...new Set(overlaps.map(({ kind }) => kind))].sort();
  const shared = { runs: overlaps.length };
  const more = {
    what: ON_A_PHANTOM,
    spreadIs: '95 % of bootstraps by volume',
    medianDice: round(median(overlaps.map(({ dice }) => dice))),
    diceByKind: Object.fromEntries(
      kinds.map((kind) => {
        const ofKind = overlaps.filter((one) => one.kind === kind);
        return [kind, `${round(mean(ofKind.map(({ dice }) => dice)))} of ${ofKind.length}`];
      }),
    ),
    notFound: overlaps.filter(({ dice }) => dice === 0).length,
    medianSeconds: round(median(overlaps.map(({ seconds }) => seconds))),
  };
  const found = overlaps.filter(({ hd95 }) => Number.isFinite(hd95));
  return [
    {
      ...shared,
      name: `seg/${from}/dice`,
      figure: round(mean(overlaps.map(({ dice }) => dice))),
      unit: 'mean Dice coefficient',
      target: from === 'box' ? '≥ 0.78' : 'none',
      against: { 'TDSC-ABUS 2023, automatic, on patients': 0.6147 },
      spread: interval(overlaps, (some) => mean(some.map(({ dice }) => dice))),
      more,
    },
    {
      ...shared,
      name: `seg/${from}/hd95`,
      figure: round(median(found.map(({ hd95 }) => hd95))),
      unit: 'median 95 % Hausdorff distance in mm of the lesions found',
      target: from === 'box' ? '≤ 1.5' : 'none',
      against: null,
      spread: interval(found, (some) => median(some.map(({ hd95 }) => hd95))),
      more,
    },
  ] as const;
}

interface Truth {
  readonly seed: number;
  readonly lesion: TrueLesion;
  readonly truth: VoxelSet;
}

function measure(
  volume: DbVolume,
  from: SegmentationSeed,
  { seed, lesion, truth }: Truth,
): Overlap {
  const start = performance.now();
  const result = segmentLesion(volume, from);
  const seconds = (performance.now() - start) / 1000;
  if (!result.ok) {
    return { seed, kind: lesion.kind, dice: 0, hd95: Number.POSITIVE_INFINITY, seconds };
  }
  const found = voxelsOf(result.value);
  let overlap = 0;
  for (const key of found.keys()) if (truth.has(key)) overlap += 1;
  return {
    seed,
    kind: lesion.kind,
    dice: (2 * overlap) / (found.size + truth.size),
    hd95: hd95Mm(found, truth, GRID_MM),
    seconds,
  };
}

const keyOf = (index: readonly number[]): string => index.join(',');

/** Returns the voxels of a lesion with its spicules on a common grid of 0.5 mm. */
function trueVoxels({ contains, centreMm, radiiMm }: TrueLesion): VoxelSet {
  const voxels: VoxelSet = new Map();
  const reach = Math.ceil((2.2 * Math.max(...radiiMm)) / GRID_MM);
  const middle = centreMm.map((mm) => Math.round(mm / GRID_MM));
  for (let i = -reach; i <= reach; i += 1) {
    for (let j = -reach; j <= reach; j += 1) {
      for (let k = -reach; k <= reach; k += 1) {
        const index: Vec3 = [(middle[0] ?? 0) + i, (middle[1] ?? 0) + j, (middle[2] ?? 0) + k];
        const [x, y, z] = index;
        if (contains([x * GRID_MM, y * GRID_MM, z * GRID_MM])) voxels.set(keyOf(index), index);
      }
    }
  }
  return voxels;
}

/** Returns the voxels of the common grid whose centres are inside a mask. */
function voxelsOf({ mask }: Segmentation): VoxelSet {
  const voxels: VoxelSet = new Map();
  const first = mask.originMm.map((mm) => Math.floor(mm / GRID_MM));
  const [nx, ny, nz] = mask.sizes;
  for (let k = 0; k <= nz; k += 1) {
    for (let j = 0; j <= ny; j += 1) {
      for (let i = 0; i <= nx; i += 1) {
        const index: Vec3 = [(first[0] ?? 0) + i, (first[1] ?? 0) + j, (first[2] ?? 0) + k];
        if (isInMask(mask, index)) voxels.set(keyOf(index), index);
      }
    }
  }
  return voxels;
}

function isInMask(mask: VoxelMask, index: Vec3): boolean {
  const [nx, ny, nz] = mask.sizes;
  const at = (axis: 0 | 1 | 2): number =>
    Math.round((index[axis] * GRID_MM - mask.originMm[axis]) / mask.spacingMm[axis]);
  const [i, j, k] = [at(0), at(1), at(2)];
  const isOnGrid = i >= 0 && j >= 0 && k >= 0 && i < nx && j < ny && k < nz;
  return isOnGrid && isSet(mask, i + nx * (j + ny * k));
}

/** Returns the box of a lesion with each side moved at random, as a reader would draw it. */
function jitteredBox(truth: VoxelSet, random: () => number): SegmentationSeed {
  const indices = [...truth.values()];
  const side = (axis: 0 | 1 | 2): readonly [number, number] => {
    const values = indices.map((index) => index[axis] * GRID_MM);
    const [min, max] = [Math.min(...values) - GRID_MM / 2, Math.max(...values) + GRID_MM / 2];
    const jitter = (): number => (2 * random() - 1) * BOX_JITTER * (max - min);
    return [min + jitter(), max + jitter()];
  };
  const [x, y, z] = [side(0), side(1), side(2)];
  return { boxMm: { min: [x[0], y[0], z[0]], max: [x[1], y[1], z[1]] } };
}

/** Returns a click inside a lesion, at most 0.4 of its radii from its centre along each axis. */
function clickIn({ centreMm, radiiMm }: TrueLesion, random: () => number): SegmentationSeed {
  const at = (axis: 0 | 1 | 2): number =>
    centreMm[axis] + (2 * random() - 1) * CLICK_OFFSET * radiiMm[axis];
  return { centreMm: [at(0), at(1), at(2)] };
}

/** Returns the 95 % interval of a statistic over bootstrap samples of whole volumes. */
function interval(
  overlaps: readonly Overlap[],
  statistic: (some: readonly Overlap[]) => number,
): readonly [number, number] {
  const random = seededRandom(29);
  const seeds = [...new Set(overlaps.map(({ seed }) => seed))];
  const bySeed = new Map(seeds.map((seed) => [seed, overlaps.filter((one) => one.seed === seed)]));
  const values = Array.from({ length: ROUNDS }, () =>
    statistic(
      seeds.flatMap(() => bySeed.get(seeds[Math.floor(random() * seeds.length)] ?? 0) ?? []),
    ),
  );
  return [round(quantile(values, 0.025)), round(quantile(values, 0.975))];
}
