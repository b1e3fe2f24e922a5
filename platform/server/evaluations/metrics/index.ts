export {
  CALIBRATION_BINS,
  type CalibrationBin,
  calibrationBins,
  calibrationError,
  type Judged,
  mergeBins,
  weightedBinError,
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
export { frocCurve } from './froc-curve.ts';
export { type FrocIntervals, frocIntervals } from './froc-intervals.ts';
export { imageHd95Mm, type RegionImage } from './image-distance.ts';
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
