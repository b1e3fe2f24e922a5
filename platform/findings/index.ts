export { checkMark, checkMarkIdIsNew } from './mark-rules.ts';
export {
  markCentreMm,
  type Place,
  type PlaceReference,
  placeOf,
  representativeMark,
} from './place.ts';
export { type FindingSizes, sizesFromMarks } from './sizes.ts';
