export { FEATURE_NAMES } from './candidate-features.ts';
export { PATCH_LENGTH, PATCH_SIZES } from './candidate-patch.ts';
export {
  type DetectedLesion,
  type DetectionOptions,
  detectLesions,
  measureCandidates,
  withoutOverlaps,
} from './detect-lesions.ts';
export { LESION_DETECTOR_MODEL, openLesionDetector } from './lesion-detector.ts';
export type { MeasuredCandidate, MeasuredCandidates, Scored } from './measured-candidate.ts';
export {
  type DetectorWeights,
  type LesionDetector,
  scoreCandidates,
  selectCandidates,
} from './score-candidates.ts';
