import { machine, quartiles, round } from '../bench/figure.ts';
import { type Fom, mean, standardDeviation } from './fom-figure.ts';
import { bandOf, blockEnvelope } from './uniform-block.ts';

const SEEDS = [1, 2, 3, 4];
const CLOCK_DEG = [10, 70, 130, 200, 280];
/** Bands about the focus, in which gain and beam hardly change. */
const BANDS_MM = [20, 22, 24, 26, 28];

/** Mean over standard deviation of the envelope of uniform speckle: 1.91 for a Rayleigh law. */
export const simSnr: Fom = async () => {
  const ratios: number[] = [];
  for (const seed of SEEDS) {
    for (const clockDeg of CLOCK_DEG) {
      const envelope = blockEnvelope(seed, clockDeg);
      const ofBands = BANDS_MM.map((mm) => {
        const values = bandOf(envelope, mm, mm + 2);
        return mean(values) / standardDeviation(values);
      });
      ratios.push(mean(ofBands));
    }
  }
  const error = standardDeviation(ratios) / Math.sqrt(ratios.length - 1);
  return [
    {
      name: 'sim-snr',
      figure: round(mean(ratios)),
      unit: 'mean of the envelope : its standard deviation',
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
  ];
};
