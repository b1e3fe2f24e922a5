import { type LogisticWeights, logitOf, probabilityOf } from '../volume-features/index.ts';
import { PATCH_LENGTH } from './candidate-patch.ts';
import type { MeasuredCandidate, MeasuredCandidates, Scored } from './measured-candidate.ts';

/** Weights beside the network. */
export interface DetectorWeights {
  /** Logistic model of the features that selects the candidates the network scores. */
  readonly selector: LogisticWeights;
  /** Half width of a lesion divided by the scale of its candidate. */
  readonly radiusPerScale: number;
}

/** Network that scores candidates. */
export interface CandidateNetwork {
  /**
   * Maps `count` patches of PATCH_LENGTH values in dB and `count` lists of features to `count`
   * logits. Rejects when the runtime fails.
   */
  run(patches: Float32Array, features: Float32Array, count: number): Promise<Float32Array>;
  dispose(): Promise<void>;
}

export interface LesionDetector {
  readonly weights: DetectorWeights;
  readonly network: CandidateNetwork;
}

/** Number of candidates that the network scores; the others are left out. */
export const SELECTED = 160;
/** Candidates of one call of the network; the detection can stop between calls. */
const BATCH = 32;

/** Returns the candidates that the features favour, the best first. */
export function selectCandidates<C extends MeasuredCandidate>(
  candidates: readonly C[],
  selector: LogisticWeights,
): readonly C[] {
  return candidates
    .map((candidate) => ({ candidate, logit: logitOf(selector, candidate.features) }))
    .toSorted((a, b) => b.logit - a.logit)
    .slice(0, SELECTED)
    .map(({ candidate }) => candidate);
}

/**
 * Scores the selected candidates. Calls `step` after each batch with the share done, so that the
 * caller can report progress and stop.
 */
export async function scoreCandidates(
  measured: MeasuredCandidates,
  { weights, network }: LesionDetector,
  step: (share: number) => Promise<void> = async () => {},
): Promise<readonly Scored<MeasuredCandidate>[]> {
  const selected = selectCandidates(measured.candidates, weights.selector);
  const scored: Scored<MeasuredCandidate>[] = [];
  for (let first = 0; first < selected.length; first += BATCH) {
    const batch = selected.slice(first, first + BATCH);
    const patches = new Float32Array(batch.length * PATCH_LENGTH);
    for (const [n, candidate] of batch.entries()) {
      measured.samplePatch(candidate, patches.subarray(n * PATCH_LENGTH, (n + 1) * PATCH_LENGTH));
    }
    const features = Float32Array.from(batch.flatMap((candidate) => candidate.features));
    const logits = await network.run(patches, features, batch.length);
    for (const [n, candidate] of batch.entries()) {
      scored.push({ ...candidate, score: probabilityOf(logits[n] ?? Number.NEGATIVE_INFINITY) });
    }
    await step(scored.length / selected.length);
  }
  await step(1);
  return scored;
}
