import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { SEALED_SEEDS, type SeedRange, seedsOf } from '../training/seeds.ts';

const COUNTER = new URL('./sealed-touches.json', import.meta.url);

/**
 * Returns the first sealed seeds; `count` as an argument, null or absent for all of a range. Throws
 * for a count that is not a whole number of at least 4.
 */
export function sealedSeeds(
  count: string | undefined,
  range: SeedRange = SEALED_SEEDS,
): readonly number[] {
  const all = seedsOf(range);
  if (count === undefined) return all;
  const wanted = Number(count);
  if (!Number.isInteger(wanted) || wanted < 4) {
    throw new Error(`The number of volumes must be a whole number of at least 4, not '${count}'`);
  }
  return all.slice(0, wanted);
}

/**
 * Counts that a figure was measured on the sealed set, in a file that is committed with the result,
 * and returns the new count.
 */
export function countSealedTouch(figure: string): number {
  const touches: Record<string, number> = existsSync(COUNTER)
    ? JSON.parse(readFileSync(COUNTER, 'utf8'))
    : {};
  const count = (touches[figure] ?? 0) + 1;
  const sorted = Object.entries({ ...touches, [figure]: count }).toSorted(([a], [b]) =>
    a.localeCompare(b),
  );
  writeFileSync(COUNTER, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
  return count;
}
