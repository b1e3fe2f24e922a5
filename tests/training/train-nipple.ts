import { unwrap } from '#foundation';
import type { Vec3 } from '#geometry';
import {
  bestColumn,
  NIPPLE_FEATURES,
  type NippleColumn,
  nippleColumns,
} from '../../extensions/ai-findings/nipple/index.ts';
import { dbGrid, dbVolume } from '../../extensions/ai-findings/volume-features/index.ts';
import { quantile, round } from '../bench/support/figure.ts';
import { fitLogistic, type Sample } from './fit-logistic.ts';
import { type Condition, phantomVolume } from './phantom-volumes.ts';
import { conditionOf, type SeedRange, seedsOf, trainingRange, volumesText } from './seeds.ts';
import { writeModel } from './write-model.ts';

/**
 * `npm run train:nipple [-- COUNT]`: trains the nipple finder on simulated breasts and writes weights
 * and card into `extensions/ai-findings/weights`. COUNT is the number of training phantoms, from seed
 * 1; about 4 s each on the first run, which fills a cache in the temporary folder.
 */
/** Gives the committed weights. */
const DEFAULT_COUNT = 41;
const TUNING: SeedRange = { from: 1000, to: 1039 };
const GRID_MM = 1;

const VERSION = '1.0.0';
const PENALTY = 10;
/** Columns within NEAR_MM of the nipple are positive, those between are not used. */
const NEAR_MM = 1.5;
const FAR_MM = 4;
/** Every n-th column far from the nipple is enough. */
const FAR_STEP = 5;
const CARD = {
  task: 'NIPPLE',
  description:
    'Darkness of coronal discs against rings in six depth bands, as a logistic map with its weighted maximum.',
  intendedUse: 'Proposal that a reader confirms. Research and demonstration; not for diagnosis.',
  limits: [
    'Trained on simulated breasts only; never saw a patient.',
    'Needs the dynamic range of the volume in dB, 50 dB or more.',
    'Searches within 25 mm of the rotation axis.',
    'Cysts or shadows near the axis can be mistaken for the nipple; check the confidence.',
  ],
} as const;

/** What the finder sees of a phantom, with its truth. */
interface MeasuredNipple {
  readonly columns: readonly NippleColumn[];
  readonly nippleMm: Vec3;
}

/** Fits the nipple finder and writes its weights and card. */
async function trainNipple(seeds: SeedRange): Promise<void> {
  const training: MeasuredNipple[] = [];
  for (const seed of seedsOf(seeds)) training.push(await measure(seed, conditionOf(seed)));
  const tuning: MeasuredNipple[] = [];
  for (const seed of seedsOf(TUNING)) tuning.push(await measure(seed, 'default'));
  const samples = training.flatMap(({ columns, nippleMm }) =>
    labelColumns(columns, nippleMm[0], nippleMm[2]),
  );
  const weights = fitLogistic(samples, PENALTY);
  const errors = tuning.flatMap(({ columns, nippleMm }) => {
    const found = bestColumn(columns, weights);
    return found === null ? [] : [Math.hypot(found.x - nippleMm[0], found.z - nippleMm[2])];
  });
  writeModel(
    'nipple-finder',
    VERSION,
    { ...weights, features: NIPPLE_FEATURES },
    {
      ...CARD,
      training: 'npm run train:nipple',
      data: {
        phantoms: volumesText(seeds),
        volumes: training.length,
        columns: samples.length,
      },
      figures: {
        tuningSeeds: `${TUNING.from} to ${TUNING.to}`,
        medianErrorMm: round(quantile(errors, 0.5)),
        p90ErrorMm: round(quantile(errors, 0.9)),
      },
    },
  );
}

async function measure(seed: number, condition: Condition): Promise<MeasuredNipple> {
  const source = await phantomVolume(seed, condition);
  const volume = unwrap(dbVolume(source));
  return {
    columns: nippleColumns(dbGrid(volume, GRID_MM), volume.axisMm),
    nippleMm: source.truth.nippleMm,
  };
}

/** Labels the columns by their distance from the nipple. */
function labelColumns(
  columns: readonly NippleColumn[],
  nippleX: number,
  nippleZ: number,
): readonly Sample[] {
  return columns.flatMap(({ x, z, features }, n): readonly Sample[] => {
    const distanceMm = Math.hypot(x - nippleX, z - nippleZ);
    if (distanceMm <= NEAR_MM) return [{ features, isPositive: true }];
    return distanceMm >= FAR_MM && n % FAR_STEP === 0 ? [{ features, isPositive: false }] : [];
  });
}

const seeds = trainingRange('train:nipple', process.argv[2], DEFAULT_COUNT);
if (seeds !== null) await trainNipple(seeds);
