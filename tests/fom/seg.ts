import { unwrap } from '#foundation';
import {
  type SegmentationSeed,
  segmentLesion,
} from '../../extensions/ai-findings/segmentation/index.ts';
import { type DbVolume, dbVolume } from '../../extensions/ai-findings/volume-features/index.ts';
import type { TrueLesion } from '../../extensions/scanner/simulator/index.ts';
import { hd95Mm, type VoxelSet } from '../../platform/server/evaluations/metrics/index.ts';
import { machine, median, round } from '../bench/support/figure.ts';
import { phantomVolume } from '../training/phantom-volumes.ts';
import { type Fom, mean } from './fom-figure.ts';
import { ON_A_PHANTOM, seededRandom } from './rec-support.ts';
import { countSealedTouch, sealedSeeds } from './sealed-set.ts';
import {
  bootstrapInterval,
  clickIn,
  GRID_MM,
  lesionVoxels,
  maskVoxels,
  voxelDice,
} from './segmenter/lesion-voxels.ts';

/** Largest relative error of each side of a drawn box. */
const BOX_JITTER = 0.12;

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
      const truth = lesionVoxels(lesion);
      boxes.push(measure(volume, jitteredBox(truth, random), { seed, lesion, truth }));
      clicks.push(measure(volume, { centreMm: clickIn(lesion, random) }, { seed, lesion, truth }));
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
      spread: bootstrapInterval(overlaps, (some) => mean(some.map(({ dice }) => dice))),
      more,
    },
    {
      ...shared,
      name: `seg/${from}/hd95`,
      figure: round(median(found.map(({ hd95 }) => hd95))),
      unit: 'median 95 % Hausdorff distance in mm of the lesions found',
      target: from === 'box' ? '≤ 1.5' : 'none',
      against: null,
      spread: bootstrapInterval(found, (some) => median(some.map(({ hd95 }) => hd95))),
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
  const found = maskVoxels(result.value.mask);
  return {
    seed,
    kind: lesion.kind,
    dice: voxelDice(found, truth),
    hd95: hd95Mm(found, truth, GRID_MM),
    seconds,
  };
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
