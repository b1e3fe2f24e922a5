import { ok, type Result, unwrap } from '#foundation';
import { mmToVoxel, type Vec3 } from '#geometry';
import type { Segmentation } from '../../extensions/ai-findings/model/segmentation/segmentation.ts';
import { segmentLesion } from '../../extensions/ai-findings/segmentation/index.ts';
import {
  type OutlineImage,
  segmentFromSlices,
} from '../../extensions/ai-findings/segmentation-from-slices/segment-from-slices.ts';
import { greyOfBytes } from '../../extensions/ai-findings/segmentation2d/grey-image.ts';
import type { FrameModel } from '../../extensions/ai-findings/segmentation2d/open-frame-model.ts';
import { segmentFrame } from '../../extensions/ai-findings/segmentation2d/segment-frame.ts';
import { dbVolume } from '../../extensions/ai-findings/volume-features/index.ts';
import type { VoxelSet } from '../../platform/server/evaluations/metrics/index.ts';
import { machine, median, quartiles, round } from '../bench/support/figure.ts';
import { type PhantomVolume, phantomVolume } from '../training/phantom-volumes.ts';
import { type Fom, type FomFigure, mean } from './fom-figure.ts';
import { ON_A_PHANTOM, seededRandom } from './rec-support.ts';
import { countSealedTouch, sealedSeeds } from './sealed-set.ts';
import {
  bootstrapInterval,
  clickIn,
  lesionVoxels,
  maskVoxels,
  voxelDice,
} from './segmenter/lesion-voxels.ts';
import { openModel } from './segmenter/open-model.ts';

/** Seeds of the settings, none of them sealed. */
const TUNING = Array.from({ length: 46 }, (_, index) => 1000 + index);

interface Outcome {
  readonly seed: number;
  readonly kind: string;
  /** 0 without a result. */
  readonly dice: number;
  /** Volume relative to the true one; null without a result. */
  readonly volumeRatio: number | null;
  /** Code of the problem without a result. */
  readonly code: string | null;
  readonly seconds: number;
}

/**
 * Overlap of the segmentation in volumes without levels in dB with lesions of computer phantoms, from
 * one click in each, and of the fit in dB from the same clicks. The model was trained on real images
 * of other devices. Arguments: `tuning` for the seeds of the settings, or the number of sealed
 * volumes, default 200.
 */
export const segVolume: Fom = async ([count]) => {
  const isTuning = count === 'tuning';
  const seeds = isTuning ? TUNING : sealedSeeds(count);
  const touches = isTuning ? null : countSealedTouch('seg-volume');
  const model = await openModel();
  const [slices, fits, either]: [Outcome[], Outcome[], Outcome[]] = [[], [], []];
  const random = seededRandom(31);
  for (const seed of seeds) {
    const volume = await phantomVolume(seed, 'default');
    const levels = unwrap(dbVolume(volume));
    for (const lesion of volume.truth.lesions.filter(({ kind }) => kind !== 'calcifications')) {
      const centreMm = clickIn(lesion, random);
      const measured = { seed, kind: lesion.kind, truth: lesionVoxels(lesion) };
      const fromSlices = await measure(measured, () => segmentSlices(volume, centreMm, model));
      const fromLevels = await measure(measured, async () => segmentLesion(levels, { centreMm }));
      slices.push(fromSlices);
      fits.push(fromLevels);
      either.push(fromSlices.volumeRatio === null ? fromLevels : fromSlices);
    }
  }
  await model.session.dispose();
  const more = {
    seeds: `${seeds[0]}–${seeds.at(-1)}${isTuning ? '' : ', sealed'}`,
    sealedTouches: touches,
  };
  return [
    figureOf('seg-volume/slices', slices, more),
    figureOf('seg-volume/fit-in-db', fits, more),
    figureOf('seg-volume/slices-else-fit', either, more),
  ];
};

/** Segments as the product does in a volume without levels in dB, with the model in Node. */
function segmentSlices(
  { geometry, voxels, coverage }: PhantomVolume,
  centreMm: Vec3,
  model: FrameModel,
): Promise<Result<Segmentation>> {
  const outlineImage: OutlineImage = async ({ width, height, bytes }, prompt) => {
    const found = await segmentFrame(greyOfBytes(width, height, bytes), prompt, model);
    return found.ok ? ok({ lesion: found.value.lesion, model: model.card }) : found;
  };
  const isRecorded = (mm: Vec3): boolean => {
    const [nx, ny, nz] = geometry.sizes;
    const [i, j, k] = mmToVoxel(geometry, mm).map(Math.round) as unknown as Vec3;
    const isInside = i >= 0 && j >= 0 && k >= 0 && i < nx && j < ny && k < nz;
    return isInside && (coverage[i + nx * (j + ny * k)] ?? 0) > 0;
  };
  const source = { fileId: 'volume', volume: { geometry, voxels }, isRecorded };
  const prompt = { seed: { centreMm }, points: [], corrects: null, thresholdShift: 0 };
  return segmentFromSlices(source, prompt, outlineImage, new AbortController().signal);
}

async function measure(
  { seed, kind, truth }: { readonly seed: number; readonly kind: string; readonly truth: VoxelSet },
  segment: () => Promise<Result<Segmentation>>,
): Promise<Outcome> {
  const start = performance.now();
  const result = await segment();
  const seconds = (performance.now() - start) / 1000;
  if (!result.ok)
    return { seed, kind, dice: 0, volumeRatio: null, code: result.problem.code, seconds };
  const found = maskVoxels(result.value.mask);
  const volumeRatio = found.size / truth.size;
  return { seed, kind, dice: voxelDice(found, truth), volumeRatio, code: null, seconds };
}

function countBy(codes: readonly string[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const code of codes) counts[code] = (counts[code] ?? 0) + 1;
  return counts;
}

function figureOf(name: string, outcomes: readonly Outcome[], seeds: object): FomFigure {
  const dice = outcomes.map((outcome) => outcome.dice);
  const found = outcomes.filter(({ volumeRatio }) => volumeRatio !== null);
  const foundDice = found.map((outcome) => outcome.dice);
  const errors = found.map(({ volumeRatio }) => 100 * Math.abs((volumeRatio ?? 0) - 1));
  const kinds = [...new Set(outcomes.map(({ kind }) => kind))].sort();
  return {
    name,
    figure: round(mean(dice)),
    unit: 'mean Dice coefficient of all lesions, 0 without a result',
    target: 'none',
    against: null,
    runs: outcomes.length,
    spread: bootstrapInterval(outcomes, (some) => mean(some.map((outcome) => outcome.dice))),
    machine: machine(),
    more: {
      what: ON_A_PHANTOM,
      spreadIs: '95 % of bootstraps by volume',
      ...seeds,
      medianDice: round(median(dice)),
      withResult: found.length,
      withoutResult: countBy(outcomes.flatMap(({ code }) => code ?? [])),
      meanDiceOfResults: round(mean(foundDice)),
      medianDiceOfResults: round(median(foundDice)),
      resultsBelowHalf: foundDice.filter((value) => value < 0.5).length,
      medianVolumeErrorPercent: round(median(errors)),
      quartilesOfVolumeErrorPercent: quartiles(errors),
      diceByKind: Object.fromEntries(
        kinds.map((kind) => {
          const ofKind = outcomes.filter((outcome) => outcome.kind === kind);
          return [kind, `${round(mean(ofKind.map((one) => one.dice)))} of ${ofKind.length}`];
        }),
      ),
      medianSeconds: round(median(outcomes.map(({ seconds }) => seconds))),
    },
  };
}
