import { useEffect } from 'react';
import { type ExtensionContext, type ShownFrame, viewStateToken } from '#core';

/** Publishes the image of a view in the view state; `shown` must be the same object while it stays. */
export function useShownFrame(
  context: ExtensionContext,
  cellId: string,
  shown: ShownFrame | null,
): void {
  const view = context.use(viewStateToken);
  useEffect(() => {
    if (shown === null) return;
    const registered = view.showFrame(cellId, shown);
    return () => registered.dispose();
  }, [view, cellId, shown]);
}
