import type { ReferenceLesion, ScoredProposal } from '../metrics/index.ts';

/** Finding of a reader that the evaluation takes as a lesion. */
export interface EvaluatedLesion extends ReferenceLesion {
  readonly findingId: string;
  readonly label: number;
  /** Largest diameter; null if no mark measures it. */
  readonly diameterMm: number | null;
}

/** Finding of the evaluated model. */
export interface EvaluatedProposal extends ScoredProposal {
  readonly findingId: string;
  readonly label: number;
  readonly diameterMm: number | null;
}

/** Scan with the findings of readers and of one model. */
export interface EvaluatedScan {
  readonly scanId: string;
  readonly scanLabel: string;
  readonly studyId: string;
  readonly patientId: string;
  readonly density: string | null;
  readonly lesions: readonly EvaluatedLesion[];
  readonly proposals: readonly EvaluatedProposal[];
  /** Distance of the proposed nipple from the nipple of the scan; null without one of them. */
  readonly nippleErrorMm: number | null;
}

/** Agreement of an outline of a reader with a mask of the model in the plane of the outline. */
export interface OutlineAgreement {
  readonly patientId: string;
  readonly dice: number;
  readonly hd95Mm: number;
}
