import type { EvaluationFigure } from '#contracts';
import { bootstrapInterval } from '../metrics/index.ts';

/** Rounds of every bootstrap. */
export const BOOTSTRAP_ROUNDS = 1_000;

/**
 * Returns a figure with its interval over patients, which is unknown for a single patient; null if
 * the figure is not a finite number.
 */
export function withInterval(
  value: number,
  interval: readonly [number, number] | null,
  patients: number,
): EvaluationFigure {
  if (!Number.isFinite(value)) return null;
  const [low, high] = patients < 2 || interval === null ? [null, null] : interval;
  return { value, low, high };
}

/** Returns a statistic of the items with its interval over bootstrap samples of patients. */
export function figureOf<Item>(
  items: readonly Item[],
  patientOf: (item: Item) => string,
  statistic: (items: readonly Item[]) => number,
): EvaluationFigure {
  if (items.length === 0) return null;
  const groups = byPatient(items, patientOf);
  const interval = bootstrapInterval(groups, statistic, BOOTSTRAP_ROUNDS);
  return withInterval(statistic(items), interval, groups.length);
}

/** Returns the items of each patient. */
export const byPatient = <Item>(
  items: readonly Item[],
  patientOf: (item: Item) => string,
): readonly (readonly Item[])[] => [...Map.groupBy(items, patientOf).values()];

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
