import { loadavg } from 'node:os';
import type { Vec3 } from '#geometry';
import {
  createPhantom,
  type LesionKind,
  type TrueLesion,
} from '../../extensions/scanner/simulator/index.ts';
import {
  bootstrap,
  FALSE_POSITIVES,
  meanSensitivity,
  type Reading,
  sensitivityAt,
} from '../../platform/server/evaluations/metrics/index.ts';
import { machine, quantile, round } from '../bench/support/figure.ts';
import { type Blob, detectBlobs } from './blob-detector.ts';
import type { Fom } from './fom-figure.ts';
import { ON_A_PHANTOM } from './rec-support.ts';
import { scanVolume } from './scan-volume.ts';

/** Phantoms used to choose the parameters, and phantoms used for the figure. */
const TUNING_SET = { from: 1, count: 40 } as const;
const TEST_SET = { from: 101, count: 40 } as const;
const SCAN = { size: { lines: 128, samples: 160 }, everyDeg: 3, voxelMm: 1 } as const;
/** Maximum distance of a blob from a lesion to count as a hit. */
const HIT_TOLERANCE_MM = 1;
const ROUNDS = 1000;

interface Volume extends Reading {
  readonly kinds: readonly LesionKind[];
}

/** Difficulty of the phantoms, as the detection rate of a plain detector of dark blobs. */
export const simHardness: Fom = async () => {
  const tested = await volumesOf(TEST_SET);
  const tuning = await volumesOf(TUNING_SET);
  const bootstrapped = bootstrap(tested, ROUNDS);
  return [
    {
      name: 'sim-hardness',
      figure: round(meanSensitivity(tested)),
      unit: 'mean sensitivity of a plain blob detector at 1/8 to 8 false positives per volume',
      target: '0.5 ± 0.1',
      against: null,
      runs: tested.length,
      spread: [round(quantile(bootstrapped, 0.025)), round(quantile(bootstrapped, 0.975))],
      machine: machine(),
      more: {
        what: ON_A_PHANTOM,
        spreadIs: '95 % of bootstraps by volume',
        load: loadavg(),
        seeds: `${TEST_SET.from}–${TEST_SET.from + TEST_SET.count - 1}, not used before`,
        sensitivityAt: sensitivities(tested),
        lesions: tested.flatMap(({ hits }) => hits).length,
        volumesWithout: tested.filter(({ hits }) => hits.length === 0).length,
        foundOfAt1: foundByKind(tested),
        tunedOn: {
          seeds: `${TUNING_SET.from}–${TUNING_SET.from + TUNING_SET.count - 1}`,
          figure: round(meanSensitivity(tuning)),
          sensitivityAt: sensitivities(tuning),
          foundOfAt1: foundByKind(tuning),
        },
      },
    },
  ];
};

async function volumesOf({ from, count }: { from: number; count: number }): Promise<Volume[]> {
  const volumes: Volume[] = [];
  for (let seed = from; seed < from + count; seed += 1) {
    const phantom = createPhantom(seed, seed % 2 === 0 ? 'R' : 'L');
    const blobs = detectBlobs(await scanVolume(phantom, SCAN));
    const { lesions } = phantom.truth;
    volumes.push({ ...matchBlobs(blobs, lesions), kinds: lesions.map(({ kind }) => kind) });
  }
  return volumes;
}

/** Matches detected blobs with the lesions of a phantom. */
function matchBlobs(blobs: readonly Blob[], lesions: readonly TrueLesion[]): Reading {
  const hits = lesions.map((lesion) => {
    const scores = blobs
      .filter(({ centreMm }) => isHit(lesion, centreMm))
      .map(({ score }) => score);
    return scores.length === 0 ? null : Math.max(...scores);
  });
  const misses = blobs.filter(({ centreMm }) => !lesions.some((lesion) => isHit(lesion, centreMm)));
  return { hits, falsePositiveScores: misses.map(({ score }) => score) };
}

function isHit(lesion: TrueLesion, [x, y, z]: Vec3): boolean {
  const steps = [-HIT_TOLERANCE_MM, 0, HIT_TOLERANCE_MM];
  return steps.some((dx) =>
    steps.some((dy) => steps.some((dz) => lesion.contains([x + dx, y + dy, z + dz]))),
  );
}

const sensitivities = (volumes: readonly Reading[]) =>
  Object.fromEntries(FALSE_POSITIVES.map((fp) => [fp, round(sensitivityAt(volumes, fp))]));

/**
 * Returns the found and all lesions of each kind, e.g. '7/9', at one false positive per volume.
 */
function foundByKind(volumes: readonly Volume[]): Readonly<Record<string, string>> {
  const kinds = [...new Set(volumes.flatMap((volume) => volume.kinds))].sort();
  const falsePositiveScores = volumes
    .flatMap((volume) => volume.falsePositiveScores)
    .sort((a, b) => b - a);
  const threshold = falsePositiveScores[volumes.length] ?? 0;
  return Object.fromEntries(
    kinds.map((kind) => {
      const scores = volumes.flatMap(({ hits, kinds: hitKinds }) =>
        hits.filter((_, i) => hitKinds[i] === kind),
      );
      const hitCount = scores.filter((score) => score !== null && score > threshold).length;
      return [kind, `${hitCount}/${scores.length}`];
    }),
  );
}
