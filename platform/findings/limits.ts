/** Marks of fewer millimetres than this are slips of the pointer, not marks. */
export const MIN_LENGTH_MM = 0.1;
/** Marks further apart than this are not tested for crossing when lengths are grouped by themselves. */
export const AUTO_GROUP_RADIUS_UM = 5_000;
/** A direction of an image may differ from a unit vector, and two from a right angle, by this. */
export const FRAME_TOLERANCE = 1e-3;
/** The longest note that a finding keeps. */
export const MAX_NOTE_LENGTH = 10_000;
/** The largest size of a mass that a finding keeps, micrometres. */
export const MAX_SIZE_UM = 10_000_000;
