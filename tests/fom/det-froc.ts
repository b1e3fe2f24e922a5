import {
  bootstrap,
  calibrationError,
  FALSE_POSITIVES,
  meanSensitivity,
  sensitivityAt,
} from '../../platform/server/evaluations/metrics/index.ts';
import { machine, quantile, round } from '../bench/support/figure.ts';
import { type SealedReading, sealedReadings } from './det-readings.ts';
import type { Fom, FomFigure } from './fom-figure.ts';
import { ON_A_PHANTOM } from './rec-support.ts';
import { countSealedTouch, sealedSeeds } from './sealed-set.ts';

const ROUNDS = 1000;
/** Candidates below this score don't count in the calibration error. */
const SCORE_FROM = 0.05;

/**
 * Sensitivity of the included detector on sealed phantoms. Argument: the number of volumes, default
 * 200; about 4 s each on the first run.
 */
export const detFroc: Fom = async (args) => {
  const seeds = sealedSeeds(args[0]);
  const touches = countSealedTouch('det-froc');
  const readings = await sealedReadings(seeds, 'default');
  return [frocFigure(readings, seeds, touches)];
};

function frocFigure(
  readings: readonly SealedReading[],
  seeds: readonly number[],
  touches: number,
): FomFigure {
  const bootstrapped = bootstrap(readings, ROUNDS);
  return {
    name: 'det-froc',
    figure: round(meanSensitivity(readings)),
    unit: 'mean sensitivity at 1/8 to 8 false positives per volume',
    target: '≥ 0.85, lower bound ≥ 0.80',
    against: { 'best of TDSC-ABUS 2023, on patients': 0.847 },
    runs: readings.length,
    spread: [round(quantile(bootstrapped, 0.025)), round(quantile(bootstrapped, 0.975))],
    machine: machine(),
    more: {
      what: ON_A_PHANTOM,
      spreadIs: '95 % of bootstraps by volume',
      seeds: `${seeds[0]}–${seeds.at(-1)}, sealed`,
      sealedTouches: touches,
      sensitivityAt: Object.fromEntries(
        FALSE_POSITIVES.map((count) => [count, round(sensitivityAt(readings, count))]),
      ),
      contrastOnly: round(meanSensitivity(readings.map(({ byContrast }) => byContrast))),
      lesions: readings.flatMap(({ hits }) => hits).length,
      candidateRecall: round(recallOf(readings)),
      foundOfAt1: foundByKind(readings),
      calibrationError: round(
        calibrationError(
          readings
            .flatMap(({ candidates }) => candidates)
            .filter(({ score }) => score >= SCORE_FROM),
        ),
      ),
    },
  };
}

function recallOf(readings: readonly SealedReading[]): number {
  const hits = readings.flatMap((reading) => reading.hits);
  return hits.filter((score) => score !== null).length / hits.length;
}

/**
 * Returns the found and all lesions of each kind, e.g. '7/9', at one false positive per volume.
 */
function foundByKind(readings: readonly SealedReading[]): Readonly<Record<string, string>> {
  const falsePositiveScores = readings
    .flatMap((reading) => reading.falsePositiveScores)
    .sort((a, b) => b - a);
  const threshold = falsePositiveScores[readings.length] ?? 0;
  const lesions = readings.flatMap(({ hits, kinds }) =>
    hits.map((score, n) => ({
      kind: kinds[n] ?? '',
      isFound: score !== null && score > threshold,
    })),
  );
  return Object.fromEntries(
    [...new Set(lesions.map(({ kind }) => kind))].sort().map((kind) => {
      const ofKind = lesions.filter((lesion) => lesion.kind === kind);
      return [kind, `${ofKind.filter(({ isFound }) => isFound).length}/${ofKind.length}`];
    }),
  );
}
