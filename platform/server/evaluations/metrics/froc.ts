import { seededRandom } from './statistics.ts';

/** Detections of a detector in one volume, matched with its truth. */
export interface Reading {
  /** Score of the best detection on each lesion; null if missed. */
  readonly hits: readonly (number | null)[];
  /** Scores of the detections without a lesion. */
  readonly falsePositiveScores: readonly number[];
}

/** False positives per volume at which the sensitivity is measured. */
export const FALSE_POSITIVES = [0.125, 0.25, 0.5, 1, 2, 4, 8] as const;

/**
 * Returns the score of the first false positive beyond the allowed number; only detections that score
 * higher count. -Infinity if there are fewer false positives.
 */
export function thresholdAt(readings: readonly Reading[], falsePositives: number): number {
  const falsePositiveScores = readings
    .flatMap((reading) => reading.falsePositiveScores)
    .sort((a, b) => b - a);
  return (
    falsePositiveScores[Math.floor(falsePositives * readings.length)] ?? Number.NEGATIVE_INFINITY
  );
}

/**
 * Returns the share of lesions found at a number of false positives per volume; NaN without lesions.
 */
export function sensitivityAt(readings: readonly Reading[], falsePositives: number): number {
  const threshold = thresholdAt(readings, falsePositives);
  const hits = readings.flatMap((reading) => reading.hits);
  return hits.filter((score) => score !== null && score > threshold).length / hits.length;
}

/** Returns the mean sensitivity over 1/8 to 8 false positives per volume. */
export function meanSensitivity(readings: readonly Reading[]): number {
  const sum = FALSE_POSITIVES.reduce((total, fp) => total + sensitivityAt(readings, fp), 0);
  return sum / FALSE_POSITIVES.length;
}

/**
 * Returns the mean sensitivities of bootstrap samples, drawn with replacement and equal in size.
 */
export function bootstrap(readings: readonly Reading[], rounds: number): readonly number[] {
  const random = seededRandom(17);
  return Array.from({ length: rounds }, () =>
    meanSensitivity(
      readings.map(() => {
        const drawn = readings[Math.floor(random() * readings.length)];
        if (drawn === undefined) throw new Error('The list of volumes is empty');
        return drawn;
      }),
    ),
  );
}
