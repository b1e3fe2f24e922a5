import { FALSE_POSITIVES, type Reading } from './froc.ts';
import { quantile, seededRandom } from './statistics.ts';

/** Score with the group, e.g. the patient, in whose scans it occurs. */
interface GroupedScore {
  readonly score: number;
  readonly group: number;
}

/** 95 % intervals; null without lesions. */
export interface FrocIntervals {
  /** Of the sensitivity at each number of `FALSE_POSITIVES`. */
  readonly sensitivity: readonly (readonly [number, number] | null)[];
  readonly mean: readonly [number, number] | null;
}

/**
 * Returns the intervals of the sensitivities over bootstrap samples of whole groups. Computes the
 * same as `sensitivityAt` on the drawn readings, but sorts the scores only once.
 */
export function frocIntervals(
  groups: readonly (readonly Reading[])[],
  rounds: number,
): FrocIntervals {
  const sorted = sortScores(groups);
  const random = seededRandom(17);
  const drawn = Array.from({ length: rounds }, () => {
    const weights = new Uint32Array(groups.length);
    for (let draw = 0; draw < groups.length; draw += 1) {
      const group = Math.floor(random() * groups.length);
      weights[group] = (weights[group] ?? 0) + 1;
    }
    return sensitivitiesOf(groups, sorted, weights);
  }).filter((sensitivities) => sensitivities.every(Number.isFinite));
  if (drawn.length === 0) return { sensitivity: FALSE_POSITIVES.map(() => null), mean: null };
  const means = drawn.map(
    (values) => values.reduce((sum, value) => sum + value, 0) / values.length,
  );
  return {
    sensitivity: FALSE_POSITIVES.map((_, idx) => interval(drawn.map((values) => values[idx] ?? 0))),
    mean: interval(means),
  };
}

const interval = (values: readonly number[]) =>
  [quantile(values, 0.025), quantile(values, 0.975)] as const;

/** Scores of all groups, the highest first. */
interface SortedScores {
  readonly falsePositives: readonly GroupedScore[];
  readonly hits: readonly GroupedScore[];
}

function sortScores(groups: readonly (readonly Reading[])[]): SortedScores {
  const sorted = (scoresOf: (reading: Reading) => readonly (number | null)[]) =>
    groups
      .flatMap((readings, group) =>
        readings.flatMap(scoresOf).flatMap((score) => (score === null ? [] : [{ score, group }])),
      )
      .sort((a, b) => b.score - a.score);
  return {
    falsePositives: sorted(({ falsePositiveScores }) => falsePositiveScores),
    hits: sorted(({ hits }) => hits),
  };
}

/** Returns the sensitivities of groups that are drawn as often as their weight. */
function sensitivitiesOf(
  groups: readonly (readonly Reading[])[],
  { falsePositives, hits }: SortedScores,
  weights: Uint32Array,
): readonly number[] {
  const weightOf = (group: number): number => weights[group] ?? 0;
  const total = (countOf: (readings: readonly Reading[]) => number): number =>
    groups.reduce((sum, readings, group) => sum + weightOf(group) * countOf(readings), 0);
  const scans = total((readings) => readings.length);
  const lesions = total((readings) => readings.reduce((sum, { hits: all }) => sum + all.length, 0));
  let [nextFalsePositive, falsePositiveCount, nextHit, hitCount] = [0, 0, 0, 0];
  return FALSE_POSITIVES.map((permitted) => {
    const allowed = Math.floor(permitted * scans);
    // The threshold is the score of the first false positive beyond the allowed number.
    let threshold = Number.NEGATIVE_INFINITY;
    for (; nextFalsePositive < falsePositives.length; nextFalsePositive += 1) {
      const { score, group } = falsePositives[nextFalsePositive] as GroupedScore;
      if (falsePositiveCount + weightOf(group) > allowed) {
        threshold = score;
        break;
      }
      falsePositiveCount += weightOf(group);
    }
    for (; nextHit < hits.length; nextHit += 1) {
      const { score, group } = hits[nextHit] as GroupedScore;
      if (score <= threshold) break;
      hitCount += weightOf(group);
    }
    return hitCount / lesions;
  });
}
