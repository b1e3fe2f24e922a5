export { type AutoGroup, autoGroup } from './auto-group.ts';
export { type GroupedBody, type GroupProblem, groupFindings } from './group-findings.ts';
export {
  AUTO_GROUP_RADIUS_UM,
  FRAME_TOLERANCE,
  LARGEST_SIZE_UM,
  LONGEST_NOTE,
  SHORTEST_LENGTH_MM,
} from './limits.ts';
export { checkMark, checkMarkIdIsNew } from './mark-rules.ts';
export { areaMm2, measurementsOf } from './measurements.ts';
export {
  areComparable,
  checkNippleMark,
  isReadyToCompare,
  type NippleFacts,
  nippleStatus,
} from './nipple-rules.ts';
export {
  markCentreMm,
  type Place,
  type PlaceReference,
  placeOf,
  representativeMark,
} from './place.ts';
export {
  type CountedPosition,
  geometryOfHeader,
  nippleMmOf,
  type PlaceFacts,
  type PlaceFields,
  placeFields,
} from './place-fields.ts';
export { sameValue } from './same-value.ts';
export {
  type FindingSizes,
  SIZE_FIELDS,
  type SizeField,
  type SizeSource,
  sizeSources,
  sizesFromMarks,
  typedSizes,
} from './sizes.ts';
export { type UngroupedBody, ungroupFinding } from './ungroup-finding.ts';
