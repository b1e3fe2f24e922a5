import { unwrap } from '#foundation';
import type { Vec3 } from '#geometry';
import {
  type LesionDetector,
  type MeasuredCandidate,
  type MeasuredCandidates,
  measureCandidates,
  type Scored,
  scoreCandidates,
  withoutOverlaps,
} from '../../extensions/ai-findings/detection/index.ts';
import { type DbVolume, dbVolume } from '../../extensions/ai-findings/volume-features/index.ts';
import type { LesionKind, TrueLesion } from '../../extensions/scanner/simulator/index.ts';
import type { Reading } from '../../platform/server/evaluations/metrics/index.ts';
import { type Condition, phantomVolume } from './phantom-volumes.ts';

/** What the detector sees of a phantom, with its truth. */
export interface MeasuredVolume {
  readonly lesions: readonly { readonly kind: LesionKind; readonly radiusMm: number }[];
  readonly measured: MeasuredCandidates;
  /** Returns the indices of the lesions in which a candidate lies. */
  hitsOf(candidate: MeasuredCandidate): readonly number[];
}

/** Maximum distance of a candidate from a lesion to count as a hit. */
const HIT_TOLERANCE_MM = 1;

/** Measures the candidates of a phantom. */
export async function measureVolume(seed: number, condition: Condition): Promise<MeasuredVolume> {
  const source = await phantomVolume(seed, condition);
  const volume: DbVolume = unwrap(dbVolume(source));
  const { lesions } = source.truth;
  return {
    lesions: lesions.map(({ kind, radiiMm: [x, y, z] }) => ({
      kind,
      radiusMm: Math.cbrt(x * y * z),
    })),
    measured: await measureCandidates(volume),
    hitsOf: ({ centreMm }) => lesions.flatMap((lesion, n) => (isHit(lesion, centreMm) ? [n] : [])),
  };
}

function isHit(lesion: TrueLesion, [x, y, z]: Vec3): boolean {
  const steps = [-HIT_TOLERANCE_MM, 0, HIT_TOLERANCE_MM];
  return steps.some((dx) =>
    steps.some((dy) => steps.some((dz) => lesion.contains([x + dx, y + dy, z + dz]))),
  );
}

/** Runs the detector on a volume. */
export const scoredCandidates = async (
  { measured }: MeasuredVolume,
  detector: LesionDetector,
): Promise<readonly Scored<MeasuredCandidate>[]> =>
  withoutOverlaps(await scoreCandidates(measured, detector));

/** Matches ranked candidates with the lesions of their volume. */
export function readingOf(
  { lesions, hitsOf }: MeasuredVolume,
  ranked: readonly Scored<MeasuredCandidate>[],
): Reading {
  const matched = ranked.map((one) => ({ score: one.score, hits: hitsOf(one) }));
  return {
    hits: lesions.map((_, n) => matched.find(({ hits }) => hits.includes(n))?.score ?? null),
    falsePositiveScores: matched.filter(({ hits }) => hits.length === 0).map(({ score }) => score),
  };
}
