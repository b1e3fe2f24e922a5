import { bootstrap, meanSensitivity } from '../../platform/server/evaluations/metrics/index.ts';
import { machine, quantile, round } from '../bench/support/figure.ts';
import type { Condition } from '../training/phantom-volumes.ts';
import { type SealedReading, sealedReadings } from './det-readings.ts';
import type { Fom } from './fom-figure.ts';
import { ON_A_PHANTOM } from './rec-support.ts';
import { countSealedTouch, sealedSeeds } from './sealed-set.ts';

/** Sealed seeds apart from those of most runs of `det-froc`. */
const RANGE = { from: 9100, to: 9199 } as const;
const ROUNDS = 500;
/** Score at which false positives are counted. */
const FIXED_SCORE = 0.2;
const SHIFTED: readonly Condition[] = ['sharp', 'soft'];

/**
 * Change of the detector's figures under another dynamic range and frequency, with the same breasts.
 * Argument: the number of volumes, default 100.
 */
export const detShift: Fom = async (args) => {
  const seeds = sealedSeeds(args[0], RANGE);
  const touches = countSealedTouch('det-shift');
  const base = await sealedReadings(seeds, 'default');
  const figures = [];
  for (const condition of SHIFTED) {
    const shifted = await sealedReadings(seeds, condition);
    const bootstrapped = bootstrap(shifted, ROUNDS);
    figures.push({
      name: `det-shift/${condition}`,
      figure: round(meanSensitivity(base) - meanSensitivity(shifted)),
      unit: 'drop of the mean sensitivity at 1/8 to 8 false positives per volume',
      target: '≤ 0.05, false positives within × 2',
      against: null,
      runs: seeds.length,
      spread: [
        round(meanSensitivity(base) - quantile(bootstrapped, 0.975)),
        round(meanSensitivity(base) - quantile(bootstrapped, 0.025)),
      ] as const,
      machine: machine(),
      more: {
        what: ON_A_PHANTOM,
        spreadIs: '95 % of bootstraps by volume, of the shifted volumes alone',
        seeds: `${seeds[0]}–${seeds.at(-1)}, sealed`,
        sealedTouches: touches,
        settings: condition === 'sharp' ? '7.5 MHz, 50 dB' : '4 MHz, 70 dB',
        base: round(meanSensitivity(base)),
        shifted: round(meanSensitivity(shifted)),
        falsePositivesPerVolume: {
          score: FIXED_SCORE,
          base: falsePositives(base),
          shifted: falsePositives(shifted),
        },
      },
    });
  }
  return figures;
};

const falsePositives = (readings: readonly SealedReading[]): number =>
  round(
    readings
      .flatMap(({ falsePositiveScores }) => falsePositiveScores)
      .filter((score) => score >= FIXED_SCORE).length / readings.length,
  );
