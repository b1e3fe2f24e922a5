import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type DetectorWeights,
  FEATURE_NAMES,
} from '../../extensions/ai-findings/detection/index.ts';
import { openNodeNetwork } from '../../extensions/ai-findings/detection/open-node-network.ts';
import {
  bootstrap,
  FALSE_POSITIVES,
  meanSensitivity,
  sensitivityAt,
} from '../../platform/server/evaluations/metrics/index.ts';
import { quantile, round } from '../bench/support/figure.ts';
import { readingOfSeed, type SealedReading } from '../fom/det-readings.ts';
import { fitSelector } from './fit-selector.ts';
import { type SeedRange, seedsOf, trainingRange, volumesText } from './seeds.ts';
import { writeCandidates } from './write-candidates.ts';
import { WEIGHTS_FOLDER, writeModel } from './write-model.ts';

/**
 * `npm run train:detector [-- COUNT]`: trains the lesion detector on simulated breasts and writes
 * network, weights and card into `extensions/ai-findings/weights`. COUNT is the number of training
 * phantoms, from seed 1; about 4 s each on the first run, then half an hour for the network on one
 * core. Needs Python with PyTorch, NumPy and onnx.
 */
/** Gives the committed weights. */
const DEFAULT_COUNT = 500;
/** Phantoms that fit the selector; more do not improve it. */
const SELECTOR_COUNT = 60;
const TUNING: SeedRange = { from: 1000, to: 1059 };
const VERSION = '2.1.0';
const ROUNDS = 500;
const MAX_DIFFERENCE = 1e-4;
const PYTHON = process.env.CLOCKFACE_PYTHON ?? '/usr/bin/python3';
const PROGRAM = 'extensions/ai-findings/training/detector/train.py';
const NETWORK_FILE = 'lesion-network.onnx';
const CARD = {
  task: 'DETECTION',
  description:
    'Dark blobs of several sizes on a 1 mm grid, selected by a logistic model of 21 features in dB and scored by a small 3D network that sees the surroundings of each.',
  intendedUse: 'Research and demonstration of the processing chain. Not for diagnosis.',
  limits: [
    'Trained on simulated breasts only; never saw a patient.',
    'Needs the dynamic range of the volume in dB, 50 dB or more.',
    'Searches depths of 3 to 38 mm within 68 mm of the rotation axis.',
    'Misses calcifications without a mass, half of the isoechoic lesions and many below 6 mm.',
  ],
  training: 'npm run train:detector',
} as const;

async function trainDetector(seeds: SeedRange): Promise<void> {
  const folder = join(tmpdir(), 'clockface-detector-training');
  mkdirSync(folder, { recursive: true });
  const weights = await fitSelector({ from: seeds.from, to: Math.min(seeds.to, SELECTOR_COUNT) });
  const data = await writeCandidates(folder, seeds, weights.selector);
  console.log(data);
  const trained = spawnSync(PYTHON, ['-B', PROGRAM, folder], { stdio: 'inherit' });
  if (trained.status !== 0) throw new Error(`${PROGRAM} failed; see its messages above`);
  const network = readFileSync(join(folder, NETWORK_FILE));
  await checkParity(folder, network);
  const figures = await tuningFigures(weights, network);
  copyFileSync(join(folder, NETWORK_FILE), new URL(NETWORK_FILE, WEIGHTS_FOLDER));
  const networkSha256 = createHash('sha256').update(network).digest('hex');
  writeModel(
    'lesion-detector',
    VERSION,
    { ...weights, features: FEATURE_NAMES, networkSha256 },
    { ...CARD, data: { phantoms: volumesText(seeds), ...data }, figures },
  );
}

/** @throws an error where the product's runtime and PyTorch differ by more than 1e-4 */
async function checkParity(folder: string, model: Uint8Array): Promise<void> {
  const [patches, features, expected] = ['patches', 'features', 'logits'].map((name) => {
    const bytes = Uint8Array.from(readFileSync(join(folder, `parity-${name}.f32`)));
    return new Float32Array(bytes.buffer);
  });
  if (patches === undefined || features === undefined || expected === undefined) return;
  const network = await openNodeNetwork(model);
  const logits = await network.run(patches, features, expected.length);
  await network.dispose();
  const differences = logits.map((logit, n) => Math.abs(logit - (expected[n] ?? Number.NaN)));
  const largest = Math.max(...differences);
  console.log(`largest difference from PyTorch ${largest.toExponential(1)}`);
  if (!(largest <= MAX_DIFFERENCE)) throw new Error(`The exported network differs by ${largest}`);
}

/** Measures the detector on the tuning phantoms. */
async function tuningFigures(
  weights: DetectorWeights,
  model: Uint8Array,
): Promise<Readonly<Record<string, unknown>>> {
  const network = await openNodeNetwork(model);
  const readings: SealedReading[] = [];
  for (const seed of seedsOf(TUNING)) {
    readings.push(await readingOfSeed(seed, 'default', { weights, network }));
  }
  await network.dispose();
  const rounds = bootstrap(readings, ROUNDS);
  const figures = {
    tuningSeeds: `${TUNING.from} to ${TUNING.to}`,
    meanSensitivity: round(meanSensitivity(readings)),
    interval95: [round(quantile(rounds, 0.025)), round(quantile(rounds, 0.975))],
    contrastOnly: round(meanSensitivity(readings.map(({ byContrast }) => byContrast))),
    sensitivityAtFalsePositives: FALSE_POSITIVES.map((count) => [
      count,
      round(sensitivityAt(readings, count)),
    ]),
  };
  console.log(figures);
  return figures;
}

const seeds = trainingRange('train:detector', process.argv[2], DEFAULT_COUNT);
if (seeds !== null) await trainDetector(seeds);
