import { useEffect, useMemo, useState } from 'react';
import {
  firstLayoutOf,
  type HangingContext,
  type HangResult,
  type HungImage,
  layoutChoices,
  type ModeRuntime,
} from '#core';
import { useStore } from '#ui';
import { useApplication } from '../application/application-context.ts';
import { usePriorImages } from './use-prior-images.ts';

/**
 * Returns the selected layout with the image of each cell; null until the images are known. Writes
 * the available layouts to the view state.
 */
export function useHanging(
  runtime: ModeRuntime,
  images: readonly HungImage[] | null,
  targetScanId: string | null,
): HangResult | null {
  const { viewState, preferences } = useApplication().services;
  const firstLayoutId = useStore(preferences.store, ({ values }) => firstLayoutOf(values));
  const selectedLayoutId = useStore(viewState.store, (state) => state.selectedLayoutId);
  const selectedId = selectedLayoutId ?? firstLayoutId;
  const opened = useOpenedScanIds(targetScanId);
  const { images: priors, unknown: priorsUnknown } = usePriorImages(targetScanId);
  const context = useMemo(
    (): HangingContext | null =>
      images === null ? null : { images, targetScanId, opened, priors, priorsUnknown, selectedId },
    [images, targetScanId, opened, priors, priorsUnknown, selectedId],
  );
  const hung = useMemo(() => (context === null ? null : runtime.hang(context)), [runtime, context]);
  useEffect(() => {
    if (context === null || hung === null || runtime.main.kind !== 'viewports') return;
    const shownCellIds = hung.cells.map(({ area }) => area);
    const { maximisedCellId } = viewState.store.getState();
    // A maximised cell that the layout no longer contains would cover all others.
    const isCellRemoved = maximisedCellId !== null && !shownCellIds.includes(maximisedCellId);
    viewState.set({
      ...(isCellRemoved ? { maximisedCellId: null } : {}),
      layouts: layoutChoices(runtime.main.protocols, context),
      visibleLayoutId: hung.protocol?.id ?? null,
      visibleCellIds: shownCellIds,
    });
  }, [viewState, runtime, context, hung]);
  return hung;
}

/** Returns the ids of the opened scans, the latest first. */
function useOpenedScanIds(scanId: string | null): readonly string[] {
  const [opened, setOpened] = useState<readonly string[]>([]);
  if (scanId === null || opened[0] === scanId) return opened;
  const updated = [scanId, ...opened.filter((id) => id !== scanId)];
  setOpened(updated);
  return updated;
}
