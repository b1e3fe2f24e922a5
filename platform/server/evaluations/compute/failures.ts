import { type EvaluationFailure, MAX_EVALUATION_FAILURES } from '#contracts';
import type { EvaluatedLesion, EvaluatedProposal, EvaluatedScan } from './evaluated-scan.ts';
import type { MatchedScan } from './strata.ts';

/** Returns the lesions without a score above the threshold, those without any score first. */
export function missedLesions(
  scans: readonly MatchedScan[],
  threshold: number,
): readonly EvaluationFailure[] {
  return scans
    .flatMap(({ scan, matched }) =>
      scan.lesions.flatMap((lesion, idx) => {
        const score = matched.hits[idx] ?? null;
        return score === null || score <= threshold ? [failureOf(scan, lesion, score)] : [];
      }),
    )
    .sort((a, b) => (a.score ?? -1) - (b.score ?? -1))
    .slice(0, MAX_EVALUATION_FAILURES);
}

/** Returns the proposals without a lesion, the highest score first. */
export function highestFalsePositives(scans: readonly MatchedScan[]): readonly EvaluationFailure[] {
  return scans
    .flatMap(({ scan, matched }) =>
      scan.proposals
        .filter((_, idx) => matched.isHit[idx] === false)
        .map((proposal) => failureOf(scan, proposal, proposal.score)),
    )
    .sort((a, b) => (b.score ?? 0) - (a.score ?? 0))
    .slice(0, MAX_EVALUATION_FAILURES);
}

const failureOf = (
  { scanId, scanLabel, studyId }: EvaluatedScan,
  { findingId, label, diameterMm }: EvaluatedLesion | EvaluatedProposal,
  score: number | null,
): EvaluationFailure => ({
  ...{ findingId, label, scanId, scanLabel, studyId, score },
  sizeMm: diameterMm,
});
