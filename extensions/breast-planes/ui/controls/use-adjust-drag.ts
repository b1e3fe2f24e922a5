import { type PointerEvent, useRef } from 'react';
import type { ImageAdjustment, PlaneView, Scan } from '#contracts';
import { type ExtensionContext, viewStateToken } from '#core';
import { adjustmentOf, presentationToken } from '../../state/views/presentations.ts';
import { draggedAdjustment } from './drag-window.ts';

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
      const moved = { x: event.clientX - x, y: event.clientY - y };
      presentations.setAdjustment(scan.id, [view], draggedAdjustment(initial, moved));
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
