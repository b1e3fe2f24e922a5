import { FALSE_POSITIVES, type Reading } from './froc.ts';
import { quantile, seededRandom } from './statistics.ts';

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
    return sensitivitiesOf(sorted, weights);
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

/** Scores, the highest first, with the group, e.g. the patient, in whose scans each occurs. */
interface SortedScores {
  readonly scores: Float64Array;
  readonly groups: Uint32Array;
}

interface SortedGroups {
  readonly falsePositives: SortedScores;
  readonly hits: SortedScores;
  readonly scanCounts: readonly number[];
  readonly lesionCounts: readonly number[];
}

function sortScores(groups: readonly (readonly Reading[])[]): SortedGroups {
  const sorted = (scoresOf: (reading: Reading) => readonly (number | null)[]): SortedScores => {
    const scored = groups
      .flatMap((readings, group) =>
        readings.flatMap(scoresOf).flatMap((score) => (score === null ? [] : [{ score, group }])),
      )
      .sort((a, b) => b.score - a.score);
    return {
      scores: Float64Array.from(scored, ({ score }) => score),
      groups: Uint32Array.from(scored, ({ group }) => group),
    };
  };
  return {
    falsePositives: sorted(({ falsePositiveScores }) => falsePositiveScores),
    hits: sorted(({ hits }) => hits),
    scanCounts: groups.map((readings) => readings.length),
    lesionCounts: groups.map((readings) =>
      readings.reduce((sum, { hits }) => sum + hits.length, 0),
    ),
  };
}

/** Returns the sensitivities of groups that are drawn as often as their weight. */
function sensitivitiesOf(
  { falsePositives, hits, scanCounts, lesionCounts }: SortedGroups,
  weights: Uint32Array,
): readonly number[] {
  const total = (counts: readonly number[]): number =>
    counts.reduce((sum, count, group) => sum + (weights[group] ?? 0) * count, 0);
  const scans = total(scanCounts);
  const lesions = total(lesionCounts);
  let [nextFalsePositive, falsePositiveCount, nextHit, hitCount] = [0, 0, 0, 0];
  return FALSE_POSITIVES.map((permitted) => {
    const allowed = Math.floor(permitted * scans);
    // The threshold is the score of the first false positive beyond the allowed number.
    for (; nextFalsePositive < falsePositives.scores.length; nextFalsePositive += 1) {
      const weight = weights[falsePositives.groups[nextFalsePositive] ?? 0] ?? 0;
      if (falsePositiveCount + weight > allowed) break;
      falsePositiveCount += weight;
    }
    const threshold = falsePositives.scores[nextFalsePositive] ?? Number.NEGATIVE_INFINITY;
    for (; (hits.scores[nextHit] ?? Number.NEGATIVE_INFINITY) > threshold; nextHit += 1)
      hitCount += weights[hits.groups[nextHit] ?? 0] ?? 0;
    return hitCount / lesions;
  });
}
