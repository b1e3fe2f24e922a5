import type { ImageAdjustment, PlaneView, Scan } from '#contracts';
import type { ExtensionContext } from '#core';
import type { PointPx } from '../../model/planes/image-layout.ts';
import { adjustmentOf, presentationToken } from '../../state/views/presentations.ts';

/** The grey levels that a drag in an image changes. */
export interface AdjustedImage {
  readonly scan: Scan;
  readonly view: PlaneView;
}

/** Pointer movement in px per adjustment step. */
const DRAG_PX_PER_STEP = 3;
/** Rounds and clamps an amount to the range of adjustments. */
const clamp = (amount: number): number => Math.min(100, Math.max(-100, Math.round(amount)));

/** Returns the adjustment after a drag in px: up is brighter, right is more contrast. */
export const draggedAdjustment = (initial: ImageAdjustment, moved: PointPx): ImageAdjustment => ({
  ...initial,
  brightness: clamp(initial.brightness - moved.y / DRAG_PX_PER_STEP),
  contrast: clamp(initial.contrast + moved.x / DRAG_PX_PER_STEP),
});

/** What a drag with the right button does at this site. */
export const rightDragOf = ({ settings }: ExtensionContext): 'window' | 'pan' =>
  settings.rightDrag === 'pan' ? 'pan' : 'window';

export function currentAdjustment(
  context: ExtensionContext,
  { scan, view }: AdjustedImage,
): ImageAdjustment {
  return adjustmentOf(context.use(presentationToken).store.getState(), scan, view);
}

/**
 * Changes the grey levels for this reader only: they are not saved with the scan, because a drag
 * can be an accident.
 */
export function setDraggedWindow(
  context: ExtensionContext,
  { scan, view }: AdjustedImage,
  adjustment: ImageAdjustment,
): void {
  context.use(presentationToken).setOwnAdjustment(scan.id, view, adjustment);
}
