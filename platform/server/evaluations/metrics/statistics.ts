/** Returns the `q` quantile (0 to 1), interpolated linearly; NaN without numbers. */
export function quantile(numbers: readonly number[], q: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const position = q * (sorted.length - 1);
  const below = sorted[Math.floor(position)] ?? Number.NaN;
  const above = sorted[Math.ceil(position)] ?? Number.NaN;
  return below + (above - below) * (position - Math.floor(position));
}

/**
 * Returns a generator of numbers from 0 to 1 that depends only on the seed (linear congruential), so
 * that results are the same on every machine.
 */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/**
 * Returns the 95 % interval of a statistic over bootstrap samples of whole groups, e.g. of all scans
 * of a patient. Leaves out samples in which the statistic is not a number; null if all are.
 */
export function bootstrapInterval<Item>(
  groups: readonly (readonly Item[])[],
  statistic: (items: readonly Item[]) => number,
  rounds: number,
): readonly [number, number] | null {
  const random = seededRandom(17);
  const values = Array.from({ length: rounds }, () =>
    statistic(groups.flatMap(() => groups[Math.floor(random() * groups.length)] ?? [])),
  ).filter(Number.isFinite);
  return values.length === 0 ? null : [quantile(values, 0.025), quantile(values, 0.975)];
}
