export {
  CALIBRATION_BINS,
  type CalibrationBin,
  calibrationBins,
  calibrationError,
  type Judged,
} from './calibration.ts';
export { diceOf } from './dice.ts';
export {
  bootstrap,
  FALSE_POSITIVES,
  meanSensitivity,
  type Reading,
  sensitivityAt,
  thresholdAt,
} from './froc.ts';
export {
  HIT_TOLERANCE_MM,
  hitDistanceMm,
  type Matched,
  MIN_HIT_MM,
  matchProposals,
  type ReferenceLesion,
  type ScoredProposal,
} from './match-proposals.ts';
export { bootstrapInterval, quantile, seededRandom } from './statistics.ts';
export { hd95Mm, type VoxelSet } from './surface-distance.ts';
