import type { Vec3 } from '#geometry';
import type { Candidate } from './candidates.ts';

/** Candidate with its location and features, for training and detection. */
export interface MeasuredCandidate extends Candidate {
  readonly centreMm: Vec3;
  readonly features: readonly number[];
}

/** All candidates of a volume, the strongest contrast first. */
export interface MeasuredCandidates {
  readonly candidates: readonly MeasuredCandidate[];
  /** Writes the patch of a candidate into an array of PATCH_LENGTH values. */
  samplePatch(candidate: MeasuredCandidate, target: Float32Array): void;
}

export type Scored<C extends MeasuredCandidate> = C & { readonly score: number };
