import { availableParallelism, cpus } from 'node:os';

/** One measured figure; printed as one line of JSON. */
export interface Figure {
  /** Bench, and part of it where it has several: `script-size/sign-in`. */
  readonly name: string;
  readonly figure: number;
  readonly unit: string;
  /** What it should reach, in words: '≤ 1.3'. */
  readonly target: string;
  /** What it is compared with. */
  readonly against: Readonly<Record<string, string | number>>;
  readonly runs: number;
  /** Quartiles of `figure` over the runs. */
  readonly spread: readonly [number, number];
  readonly machine: string;
  /** Whatever else helps to judge it: own absolute figure, noise. */
  readonly more: Readonly<Record<string, unknown>>;
}

export type Bench = () => Promise<readonly Figure[]>;

/** Value below which the part `q` of the sorted numbers lies, linear between neighbours. */
export function quantile(numbers: readonly number[], q: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const at = q * (sorted.length - 1);
  const below = sorted[Math.floor(at)] ?? Number.NaN;
  const above = sorted[Math.ceil(at)] ?? Number.NaN;
  return below + (above - below) * (at - Math.floor(at));
}

export const median = (numbers: readonly number[]): number => quantile(numbers, 0.5);

export function quartiles(numbers: readonly number[]): readonly [number, number] {
  return [round(quantile(numbers, 0.25)), round(quantile(numbers, 0.75))];
}

/** Three figures after the point: more would be noise. */
export const round = (value: number): number => Math.round(value * 1000) / 1000;

export function machine(): string {
  const model = cpus()[0]?.model.trim() ?? 'unknown processor';
  return `${availableParallelism()} × ${model}, Node ${process.versions.node}`;
}
