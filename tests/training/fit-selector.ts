import type { DetectorWeights } from '../../extensions/ai-findings/detection/index.ts';
import { round } from '../bench/support/figure.ts';
import { mean } from '../fom/fom-figure.ts';
import { fitLogistic, type Sample } from './fit-logistic.ts';
import { type MeasuredVolume, measureVolume } from './measure-volume.ts';
import { conditionOf, type SeedRange, seedsOf } from './seeds.ts';

const PENALTY = 20;
/** Lesion radii over the scale of a candidate that shows the whole lesion. */
const RADII_PER_SCALE = [1.1, 3.5] as const;

/** Fits the weights beside the network: the selector of candidates and the size of a lesion. */
export async function fitSelector(seeds: SeedRange): Promise<DetectorWeights> {
  const samples: Sample[] = [];
  const logRadii: number[] = [];
  for (const seed of seedsOf(seeds)) {
    const volume = await measureVolume(seed, conditionOf(seed));
    const { candidates } = volume.measured;
    for (const candidate of candidates) {
      samples.push({
        features: candidate.features,
        isPositive: volume.hitsOf(candidate).length > 0,
      });
    }
    logRadii.push(...fittingScales(volume).map(Math.log));
  }
  return {
    selector: fitLogistic(samples, PENALTY),
    radiusPerScale: round(Math.exp(mean(logRadii))),
  };
}

/** Returns lesion radius over scale of the candidates that show a whole lesion. */
function fittingScales({ measured, lesions, hitsOf }: MeasuredVolume): readonly number[] {
  return measured.candidates
    .map((one) => (lesions[hitsOf(one)[0] ?? -1]?.radiusMm ?? 0) / one.sigmaMm)
    .filter((ratio) => ratio > RADII_PER_SCALE[0] && ratio < RADII_PER_SCALE[1]);
}
