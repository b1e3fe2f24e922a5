/** Minimum length of a mark in mm; shorter marks are accidental pointer movements. */
export const MIN_LENGTH_MM = 0.1;
/** Maximum distance in micrometres between marks that automatic grouping tests for crossing. */
export const AUTO_GROUP_RADIUS_UM = 5_000;
/** Maximum distance in mm at which a measuring mark joins the selected finding. */
export const JOIN_RADIUS_MM = 15;
/** Tolerance for the length and orthogonality of an image's unit directions. */
export const FRAME_TOLERANCE = 1e-3;
/**
 * Distance in voxels beyond the limits of a volume that still counts as inside, and up to which an
 * image lies at its plane position.
 */
export const VOLUME_TOLERANCE_VOXELS = 0.5 + 1e-6;
/** Maximum length of a finding's note in characters. */
export const MAX_NOTE_LENGTH = 10_000;
/** Maximum size of a mass in micrometres; a larger value can only be a typing error. */
export const MAX_SIZE_UM = 500_000;
