/** Movement in px from which a press is a drag; with less movement it is a click. */
export const DRAG_THRESHOLD_PX = 4;
