import { lots } from './rec-support.ts';

/** What a detector said of one volume, against its truth. */
export interface Reading {
  /** The score of the best answer that hit each lesion; null where none did. */
  readonly hits: readonly (number | null)[];
  /** Scores of the answers that hit nothing. */
  readonly falsePositiveScores: readonly number[];
}

export const FALSE_POSITIVES = [0.125, 0.25, 0.5, 1, 2, 4, 8] as const;

/** Share of lesions found at a number of false answers a volume. */
export function sensitivityAt(readings: readonly Reading[], falsePositives: number): number {
  const falsePositiveScores = readings
    .flatMap((reading) => reading.falsePositiveScores)
    .sort((a, b) => b - a);
  // The answers above the first wrong one that is too many.
  const threshold =
    falsePositiveScores[Math.floor(falsePositives * readings.length)] ?? Number.NEGATIVE_INFINITY;
  const hits = readings.flatMap((reading) => reading.hits);
  return hits.filter((score) => score !== null && score > threshold).length / hits.length;
}

/** Mean sensitivity over 1/8 to 8 false answers a volume. */
export function meanSensitivity(readings: readonly Reading[]): number {
  const sum = FALSE_POSITIVES.reduce((s, fp) => s + sensitivityAt(readings, fp), 0);
  return sum / FALSE_POSITIVES.length;
}

/** The same for sets of as many volumes, drawn from these with repetition. */
export function bootstrap(readings: readonly Reading[], rounds: number): readonly number[] {
  const random = lots(17);
  return Array.from({ length: rounds }, () =>
    meanSensitivity(
      readings.map(() => {
        const drawn = readings[Math.floor(random() * readings.length)];
        if (drawn === undefined) throw new Error('There is no volume to draw from');
        return drawn;
      }),
    ),
  );
}
