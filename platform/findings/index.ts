export { type AiLayer, isInAiLayer, isInRuns, OPEN_AI_LAYER } from './ai-layer.ts';
export { type AutoGroup, autoGroup } from './auto-group.ts';
export { type GroupedBody, type GroupProblem, groupFindings } from './group-findings.ts';
export { isAnnotation } from './is-annotation.ts';
export { isMeasuringMark, joinsFinding } from './join-finding.ts';
export {
  AUTO_GROUP_RADIUS_UM,
  FRAME_TOLERANCE,
  JOIN_RADIUS_MM,
  MAX_NOTE_LENGTH,
  MAX_SIZE_UM,
  MIN_LENGTH_MM,
} from './limits.ts';
export {
  type FindingLocation,
  type LocationReference,
  locatedMark,
  locationOf,
  markCentreMm,
  representativeMark,
} from './location.ts';
export {
  type CountedPosition,
  geometryOfHeader,
  type LocationContext,
  type LocationFields,
  locationFields,
  NO_LOCATION,
  nippleMmOf,
  type StoredFinding,
  signedLocationFields,
} from './location-fields.ts';
export {
  AI_LINE_WIDTH,
  HANDLE_RADIUS_PX,
  type ImageMark,
  MARK_LINE_WIDTH,
  markInImage,
  namedEnds,
} from './mark-in-image.ts';
export { checkMark, checkMarkIdIsNew } from './mark-rules.ts';
export { areaMm2, measurementsOf } from './measurements.ts';
export { type MarkRequest, newMark } from './new-mark.ts';
export {
  areComparable,
  checkNippleMark,
  isReadyToCompare,
  type NippleInfo,
  nippleStatus,
} from './nipple-rules.ts';
export { type CoordinateOutside, checkMarkPlace, coordinatesOutside } from './places.ts';
export { checkFrameProposals, type MarkedImage } from './proposals/check-frame-proposals.ts';
export {
  type CheckedProposals,
  checkProposals,
  type ProposedFields,
} from './proposals/check-proposals.ts';
export {
  type AnyProvider,
  type CollectedProposals,
  collectProposals,
  MAX_MESSAGE_LENGTH,
  MAX_MESSAGES,
} from './proposals/collect-proposals.ts';
export type {
  FindingProvider,
  FrameInput,
  FrameProvider,
  ProviderImage,
  ProviderInput,
  ProviderTools,
} from './proposals/finding-provider.ts';
export { type OnnxModel, type OnnxTensor, onnxModelOf } from './proposals/onnx-model.ts';
export { sameValue } from './same-value.ts';
export {
  imageNumberOf,
  isDrawnIn,
  isSingleImage,
  type SingleImage,
  singleImageFrame,
  singleImageOf,
} from './single-image.ts';
export {
  type FindingSizes,
  isPossibleSize,
  SIZE_FIELDS,
  type SizeField,
  type SizeSource,
  sizeSources,
  sizesFromMarks,
  typedSizes,
} from './sizes.ts';
export { type UngroupedBody, ungroupFinding } from './ungroup-finding.ts';
