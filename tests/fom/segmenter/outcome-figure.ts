import { machine, median, quartiles, round } from '../../bench/support/figure.ts';
import { type FomFigure, mean } from '../fom-figure.ts';
import { ON_A_PHANTOM } from '../rec-support.ts';

/** Outcome of the 2D segmenter on a simulated image of a lesion. */
export interface Outcome {
  readonly kind: string;
  /** Null where the model rejects the image. */
  readonly dice: number | null;
}

/** Returns the mean Dice of the images that the model does not reject, with the number rejected. */
export function outcomeFigure(name: string, outcomes: readonly Outcome[]): FomFigure {
  const dice = outcomes.flatMap((outcome) => outcome.dice ?? []);
  const kinds = [...new Set(outcomes.map(({ kind }) => kind))].sort();
  return {
    name,
    figure: round(mean(dice)),
    unit: 'mean Dice of the images that the model does not reject',
    target: 'none: simulated images are outside the card of the model',
    against: null,
    runs: outcomes.length,
    spread: quartiles(dice),
    machine: machine(),
    more: {
      what: ON_A_PHANTOM,
      median: round(median(dice)),
      belowHalf: round(mean(dice.map((value) => (value < 0.5 ? 1 : 0)))),
      rejected: outcomes.length - dice.length,
      byKind: Object.fromEntries(
        kinds.map((kind) => {
          const ofKind = outcomes.flatMap((outcome) =>
            outcome.kind === kind ? (outcome.dice ?? []) : [],
          );
          return [kind, ofKind.length === 0 ? null : round(mean(ofKind))];
        }),
      ),
    },
  };
}
