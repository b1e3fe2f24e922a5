import type { Figure } from '../bench/support/figure.ts';

/**
 * A figure of merit, printed as one line of JSON like that of a bench. `against` is the theoretical
 * or published value, null if there is none.
 */
export interface FomFigure extends Omit<Figure, 'against'> {
  readonly against: Figure['against'] | null;
}

/**
 * Measures figures; a long measurement gives each as soon as it is known. `args` are the arguments
 * after the name.
 */
export type Fom = (
  args: readonly string[],
) => Promise<readonly FomFigure[]> | AsyncIterable<FomFigure>;

export const mean = (numbers: readonly number[]): number =>
  numbers.reduce((sum, value) => sum + value, 0) / numbers.length;

export function standardDeviation(numbers: readonly number[]): number {
  const average = mean(numbers);
  return Math.sqrt(mean(numbers.map((value) => (value - average) ** 2)));
}
