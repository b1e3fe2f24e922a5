import type { DeviceSettings } from '../../extensions/scanner/model/index.ts';
import { machine, quartiles, round } from '../bench/support/figure.ts';
import { type Fom, mean, standardDeviation } from './fom-figure.ts';
import { bandOf, blockEnvelope } from './uniform-block.ts';

const SEEDS = [1, 2, 3, 4];
const CLOCK_DEG = [10, 70, 130, 200, 280];
/** Starts of depth bands of 2 mm around the focus, with nearly constant gain and beam. */
const BANDS_MM = [20, 22, 24, 26, 28];

/** Returns mean over standard deviation of the envelope for every block and angle. */
function ratiosOf(change: Partial<DeviceSettings>): readonly number[] {
  return SEEDS.flatMap((seed) =>
    CLOCK_DEG.map((clockDeg) => {
      const envelope = blockEnvelope(seed, clockDeg, change);
      const bandRatios = BANDS_MM.map((mm) => {
        const values = bandOf(envelope, mm, mm + 2);
        return mean(values) / standardDeviation(values);
      });
      return mean(bandRatios);
    }),
  );
}

/**
 * Mean over standard deviation of the envelope of uniform speckle (1.91 for a Rayleigh
 * distribution), and the gain by compounding.
 */
export const simSnr: Fom = async () => {
  const ratios = ratiosOf({});
  const factors = ratiosOf({ compound: true }).map((ratio, i) => ratio / (ratios[i] ?? Number.NaN));
  const error = standardDeviation(ratios) / Math.sqrt(ratios.length - 1);
  return [
    {
      name: 'sim-snr',
      figure: round(mean(ratios)),
      unit: 'mean of the envelope divided by its standard deviation',
      target: '1.91 ± 0.03',
      against: { what: 'Rayleigh law, √(π/(4−π))', value: 1.913 },
      runs: ratios.length,
      spread: quartiles(ratios),
      machine: machine(),
      more: {
        standardErrorOfMean: round(error),
        blocks: `${SEEDS.length} blocks at ${CLOCK_DEG.length} angles`,
      },
    },
    {
      name: 'sim-snr/compound',
      figure: round(mean(factors)),
      unit: 'times the ratio without compounding',
      target: 'about 1.6',
      against: { what: 'three independent looks, √3', value: 1.732 },
      runs: factors.length,
      spread: quartiles(factors),
      machine: machine(),
      more: {},
    },
  ];
};
