import { machine, quartiles, round } from '../bench/support/figure.ts';
import { type Fom, type FomFigure, mean } from './fom-figure.ts';
import { blockEnvelope, speckleWidthMm } from './uniform-block.ts';

const SEEDS = [11, 12, 13, 14];
const REFERENCE_HZ = 5e6;
const FREQUENCIES_HZ = [3.5e6, 8e6];
/** Depth band around the focus, in mm. */
const AT_FOCUS = [22.5, 27.5] as const;
const FOCI_MM = [15, 25, 35];

/** Dependence of speckle on frequency and focus. */
export const simResponse: Fom = async () => [
  ...(['axial', 'lateral'] as const).map(widthFigure),
  focusFigure(),
];

/** Returns the largest deviation of the speckle width from width ∝ λ, in per cent. */
function widthFigure(axis: 'axial' | 'lateral'): FomFigure {
  const widthsOf = (frequencyHz: number): number[] =>
    SEEDS.map((seed) => speckleWidthMm(blockEnvelope(seed, 40, { frequencyHz }), AT_FOCUS, axis));
  const reference = widthsOf(REFERENCE_HZ);
  const deviations = FREQUENCIES_HZ.map((frequencyHz) => {
    const widths = widthsOf(frequencyHz);
    const law = REFERENCE_HZ / frequencyHz;
    const percents = widths.map(
      (mm, seedIdx) => 100 * (mm / (reference[seedIdx] ?? Number.NaN) / law - 1),
    );
    return { frequencyHz, law, widthMm: round(mean(widths)), percents };
  });
  const worst = worstOf(deviations, ({ percents }) => mean(percents));
  return {
    name: `sim-response/${axis}`,
    figure: round(mean(worst.percents)),
    unit: '% deviation from the width that the wavelength predicts, worst frequency',
    target: 'within ± 10',
    against: { what: 'width ∝ λ from 5 MHz', value: 0 },
    runs: SEEDS.length,
    spread: quartiles(worst.percents),
    machine: machine(),
    more: {
      referenceWidthMm: round(mean(reference)),
      byFrequency: deviations.map(({ percents, ...deviation }) => ({
        ...deviation,
        percent: round(mean(percents)),
      })),
    },
  };
}

/** Returns the largest error of the depth with the narrowest lateral speckle against the focus. */
function focusFigure(): FomFigure {
  const errors = FOCI_MM.map((focusMm) => ({
    focusMm,
    mm: SEEDS.map((seed) => narrowestMm(seed, focusMm) - focusMm),
  }));
  const worst = worstOf(errors, ({ mm }) => mean(mm));
  return {
    name: 'sim-response/focus',
    figure: round(mean(worst.mm)),
    unit: 'mm between the set focus and the narrowest speckle, worst focus',
    target: 'within ± 2',
    against: { what: 'the set focus', value: 0 },
    runs: SEEDS.length,
    spread: quartiles(worst.mm),
    machine: machine(),
    more: { byFocus: errors.map(({ focusMm, mm }) => ({ focusMm, errorMm: round(mean(mm)) })) },
  };
}

/** Returns the item with the largest absolute value. */
function worstOf<T>(items: readonly T[], errorOf: (item: T) => number): T {
  const [worst] = items.toSorted((a, b) => Math.abs(errorOf(b)) - Math.abs(errorOf(a)));
  if (worst === undefined) throw new Error('The list is empty');
  return worst;
}

/** Returns the depth of the minimum of a parabola through the widths around the focus, with equal weights. */
function narrowestMm(seed: number, focusMm: number): number {
  const envelope = blockEnvelope(seed, 40, { focusMm });
  const points = [-6, -4, -2, 0, 2, 4, 6].map((offset) => {
    const middle = focusMm + offset;
    const width = speckleWidthMm(envelope, [middle - 1, middle + 1], 'lateral');
    return { offset, width2: width * width };
  });
  // Widths grow as √(1 + d²), so that their squares form a parabola. The fit uses that the sums of
  // odd powers of the symmetric offsets are 0.
  const n = points.length;
  const s2 = points.reduce((sum, { offset }) => sum + offset ** 2, 0);
  const s4 = points.reduce((sum, { offset }) => sum + offset ** 4, 0);
  const sy = points.reduce((sum, { width2 }) => sum + width2, 0);
  const s1y = points.reduce((sum, { offset, width2 }) => sum + offset * width2, 0);
  const s2y = points.reduce((sum, { offset, width2 }) => sum + offset ** 2 * width2, 0);
  const slope = s1y / s2;
  const curvature = (n * s2y - s2 * sy) / (n * s4 - s2 * s2);
  return focusMm - slope / (2 * curvature);
}
