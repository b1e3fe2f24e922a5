import type { Condition } from './phantom-volumes.ts';

/** Seeds from `from` to `to`, both included. */
export interface SeedRange {
  readonly from: number;
  readonly to: number;
}

/** Seeds that may be used to fit weights. */
export const TRAINING_SEEDS: SeedRange = { from: 1, to: 999 };
/** Seeds that may be used to choose features and settings. */
export const TUNING_SEEDS: SeedRange = { from: 1000, to: 1099 };
/** Seeds of published figures only; nothing may be chosen by their results. */
export const SEALED_SEEDS: SeedRange = { from: 9000, to: 9199 };

export const seedsOf = ({ from, to }: SeedRange): readonly number[] =>
  Array.from({ length: to - from + 1 }, (_, n) => from + n);

/** Device settings of a training seed: every sixth sharp, every sixth soft, the others default. */
export function conditionOf(seed: number): Condition {
  if (seed % 6 === 0) return 'sharp';
  return seed % 6 === 3 ? 'soft' : 'default';
}

/** Returns the description of training phantoms in a card. */
export const volumesText = ({ from, to }: SeedRange): string =>
  `seeds ${from} to ${to}; every third with another dynamic range and frequency`;

const MIN_COUNT = 10;

/**
 * Returns the training seeds of a command whose argument is their number. Prints the usage, sets the
 * exit code and returns null for an unusable number.
 */
export function trainingRange(
  command: string,
  argument: string | undefined,
  defaultCount: number,
): SeedRange | null {
  const count = Number(argument ?? defaultCount);
  if (Number.isInteger(count) && count >= MIN_COUNT && count <= TRAINING_SEEDS.to) {
    return { from: TRAINING_SEEDS.from, to: count };
  }
  console.error(
    `Usage: npm run ${command} -- COUNT, with COUNT from ${MIN_COUNT} to ${TRAINING_SEEDS.to}.`,
  );
  process.exitCode = 1;
  return null;
}
