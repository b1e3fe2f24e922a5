import { unwrap } from '#foundation';
import { locateNipple, NIPPLE_WEIGHTS } from '../../extensions/ai-findings/nipple/index.ts';
import { dbVolume } from '../../extensions/ai-findings/volume-features/index.ts';
import { machine, quantile, round } from '../bench/support/figure.ts';
import { phantomVolume } from '../training/phantom-volumes.ts';
import type { Fom } from './fom-figure.ts';
import { ON_A_PHANTOM, seededRandom } from './rec-support.ts';
import { countSealedTouch, sealedSeeds } from './sealed-set.ts';

const ROUNDS = 1000;
/** Attenuation in dB/cm/MHz below which a nipple casts no shadow. */
const SHADOWLESS = 0.9;

interface Located {
  readonly errorMm: number;
  readonly depthErrorMm: number;
  readonly confidence: number;
  readonly isInverted: boolean;
  readonly isShadowless: boolean;
}

/**
 * Error of the proposed nipple on sealed phantoms, parallel to the skin. Argument: the number of
 * volumes, default 200.
 */
export const nipple: Fom = async (args) => {
  const seeds = sealedSeeds(args[0]);
  const touches = countSealedTouch('nipple');
  const located: Located[] = [];
  for (const seed of seeds) located.push(await locate(seed));
  const errors = located.map(({ errorMm }) => errorMm);
  const shared = {
    unit: 'mm',
    against: { 'tomosynthesis, mean ± SD (PMID 28391808)': '3.10 ± 2.58' },
    runs: seeds.length,
    machine: machine(),
    more: {
      what: ON_A_PHANTOM,
      spreadIs: '95 % of bootstraps by volume',
      seeds: `${seeds[0]}–${seeds.at(-1)}, sealed`,
      sealedTouches: touches,
      maxErrorMm: round(Math.max(...errors)),
      inverted: errorsOf(located.filter(({ isInverted }) => isInverted)),
      shadowless: errorsOf(located.filter(({ isShadowless }) => isShadowless)),
      medianDepthErrorMm: round(
        quantile(
          located.map((one) => one.depthErrorMm),
          0.5,
        ),
      ),
      confidenceOfErrorsAbove5Mm: located
        .filter(({ errorMm }) => errorMm > 5)
        .map(({ confidence }) => round(confidence)),
    },
  };
  return [
    {
      ...shared,
      name: 'nipple/median',
      figure: round(quantile(errors, 0.5)),
      target: '≤ 1.5',
      spread: interval(errors, 0.5),
    },
    {
      ...shared,
      name: 'nipple/p90',
      figure: round(quantile(errors, 0.9)),
      target: '≤ 4',
      spread: interval(errors, 0.9),
    },
  ];
};

async function locate(seed: number): Promise<Located> {
  const volume = await phantomVolume(seed, 'default');
  const { positionMm, confidence } = unwrap(locateNipple(unwrap(dbVolume(volume)), NIPPLE_WEIGHTS));
  const { nippleMm, nippleVariant, nippleAttenuation } = volume.truth;
  return {
    errorMm: Math.hypot(positionMm[0] - nippleMm[0], positionMm[2] - nippleMm[2]),
    depthErrorMm: Math.abs(positionMm[1] - nippleMm[1]),
    confidence,
    isInverted: nippleVariant === 'inverted',
    isShadowless: nippleAttenuation < SHADOWLESS,
  };
}

const errorsOf = (located: readonly Located[]) => ({
  volumes: located.length,
  medianMm:
    located.length === 0
      ? null
      : round(
          quantile(
            located.map((one) => one.errorMm),
            0.5,
          ),
        ),
});

/** Returns the 95 % interval of a quantile over bootstrap samples. */
function interval(errors: readonly number[], q: number): readonly [number, number] {
  const random = seededRandom(23);
  const quantiles = Array.from({ length: ROUNDS }, () =>
    quantile(
      errors.map(() => errors[Math.floor(random() * errors.length)] ?? 0),
      q,
    ),
  );
  return [round(quantile(quantiles, 0.025)), round(quantile(quantiles, 0.975))];
}
