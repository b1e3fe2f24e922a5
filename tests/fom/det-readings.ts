import {
  type LesionDetector,
  openLesionDetector,
  withoutOverlaps,
} from '../../extensions/ai-findings/detection/index.ts';
import type { LesionKind } from '../../extensions/scanner/simulator/index.ts';
import type { Reading } from '../../platform/server/evaluations/metrics/index.ts';
import { measureVolume, readingOf, scoredCandidates } from '../training/measure-volume.ts';
import type { Condition } from '../training/phantom-volumes.ts';

/** Detections in one volume, matched with its truth. */
export interface SealedReading extends Reading {
  readonly kinds: readonly LesionKind[];
  /** All candidates, ranked by contrast alone. */
  readonly byContrast: Reading;
  readonly candidates: readonly { readonly score: number; readonly isHit: boolean }[];
}

/** Runs the included detector on the volumes of seeds. */
export async function sealedReadings(
  seeds: readonly number[],
  condition: Condition,
): Promise<readonly SealedReading[]> {
  const detector = await openLesionDetector();
  const readings: SealedReading[] = [];
  for (const seed of seeds) readings.push(await readingOfSeed(seed, condition, detector));
  await detector.network.dispose();
  return readings;
}

/** Runs a detector on the volume of a seed. */
export async function readingOfSeed(
  seed: number,
  condition: Condition,
  detector: LesionDetector,
): Promise<SealedReading> {
  const volume = await measureVolume(seed, condition);
  const ranked = await scoredCandidates(volume, detector);
  const byContrast = withoutOverlaps(
    volume.measured.candidates.map((one) => ({ ...one, score: one.contrastDb })),
  );
  return {
    ...readingOf(volume, ranked),
    kinds: volume.lesions.map(({ kind }) => kind),
    byContrast: readingOf(volume, byContrast),
    candidates: ranked.map((one) => ({
      score: one.score,
      isHit: volume.hitsOf(one).length > 0,
    })),
  };
}
