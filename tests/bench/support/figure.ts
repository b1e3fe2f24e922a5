import { availableParallelism, cpus } from 'node:os';
import { quantile } from '../../../platform/server/evaluations/metrics/index.ts';

/** A measured figure, printed as one line of JSON. */
export interface Figure {
  /** Name of the benchmark, with a part if there are several: `script-size/sign-in`. */
  readonly name: string;
  readonly figure: number;
  readonly unit: string;
  /** Target as text: '≤ 1.3'. */
  readonly target: string;
  /** Baseline of the comparison. */
  readonly against: Readonly<Record<string, string | number>>;
  readonly runs: number;
  /** Quartiles of `figure` over the runs. */
  readonly spread: readonly [number, number];
  readonly machine: string;
  /** Additional values, e.g. absolute figure and noise. */
  readonly more: Readonly<Record<string, unknown>>;
}

export type Bench = () => Promise<readonly Figure[]>;

export { quantile };

export const median = (numbers: readonly number[]): number => quantile(numbers, 0.5);

export function quartiles(numbers: readonly number[]): readonly [number, number] {
  return [round(quantile(numbers, 0.25)), round(quantile(numbers, 0.75))];
}

/** Rounds to three decimals; further digits would be noise. */
export const round = (value: number): number => Math.round(value * 1000) / 1000;

export function machine(): string {
  const model = cpus()[0]?.model.trim() ?? 'unknown processor';
  return `${availableParallelism()} × ${model}, Node ${process.versions.node}`;
}
