import { type PointerEvent, useRef } from 'react';
import type { ImageAdjustment, PlaneView, Scan } from '#contracts';
import { type ExtensionContext, viewStateToken } from '#core';
import { adjustmentOf, presentationToken } from '../../state/views/presentations.ts';

/** Pointer movement in px per adjustment step. */
const DRAG_PX_PER_STEP = 3;
/** Rounds and clamps an amount to the range of adjustments. */
const clamp = (amount: number): number => Math.min(100, Math.max(-100, Math.round(amount)));

/**
 * Returns event handlers that adjust the image by Alt and drag: up is brighter, right is more
 * contrast. They capture the events before the image tools receive them.
 */
export function useAdjustDrag(
  context: ExtensionContext,
  cellId: string,
  scan: Scan,
  view: PlaneView,
) {
  const presentations = context.use(presentationToken);
  const start = useRef<{ x: number; y: number; initial: ImageAdjustment } | null>(null);
  return {
    onPointerDownCapture(event: PointerEvent<HTMLElement>) {
      if (!event.altKey || event.button !== 0) return;
      event.stopPropagation();
      event.currentTarget.setPointerCapture(event.pointerId);
      // Focuses the dragged view, so that the next keys act on this view.
      event.currentTarget.focus({ preventScroll: true });
      context.use(viewStateToken).set({ activeCellId: cellId });
      const initial = adjustmentOf(presentations.store.getState(), scan, view);
      start.current = { x: event.clientX, y: event.clientY, initial };
    },
    onPointerMoveCapture(event: PointerEvent<HTMLElement>) {
      if (start.current === null) return;
      event.stopPropagation();
      const { x, y, initial } = start.current;
      presentations.setAdjustment(scan.id, [view], {
        ...initial,
        brightness: clamp(initial.brightness - (event.clientY - y) / DRAG_PX_PER_STEP),
        contrast: clamp(initial.contrast + (event.clientX - x) / DRAG_PX_PER_STEP),
      });
    },
    onPointerUpCapture(event: PointerEvent<HTMLElement>) {
      if (start.current === null) return;
      event.stopPropagation();
      start.current = null;
    },
    onPointerCancelCapture() {
      start.current = null;
    },
  };
}
