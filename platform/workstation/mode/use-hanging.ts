import { useEffect, useMemo, useState } from 'react';
import {
  type HangingContext,
  type HangResult,
  type HungImage,
  layoutChoices,
  type ModeRuntime,
} from '#core';
import { useStore } from '#ui';
import { useApplication } from '../start/application-context.ts';
import { usePriorImages } from './use-prior-images.ts';

/** What hangs where; null while the images are not known. Tells the view state what may be chosen. */
export function useHanging(
  runtime: ModeRuntime,
  images: readonly HungImage[] | null,
  targetScanId: string | null,
): HangResult | null {
  const { viewState } = useApplication().services;
  const chosenId = useStore(viewState.store, (state) => state.selectedLayoutId);
  const opened = useOpened(targetScanId);
  const { images: priors, unknown: priorsUnknown } = usePriorImages(targetScanId);
  const facts = useMemo(
    (): HangingContext | null =>
      images === null ? null : { images, targetScanId, opened, priors, priorsUnknown, selectedId: chosenId },
    [images, targetScanId, opened, priors, priorsUnknown, chosenId],
  );
  const hung = useMemo(() => (facts === null ? null : runtime.hang(facts)), [runtime, facts]);
  useEffect(() => {
    if (facts === null || hung === null || runtime.main.kind !== 'viewports') return;
    const shownCellIds = hung.cells.map(({ area }) => area);
    const { maximisedCellId } = viewState.store.getState();
    // One that left with its layout would cover all the others.
    const gone = maximisedCellId !== null && !shownCellIds.includes(maximisedCellId);
    viewState.set({
      ...(gone ? { maximisedCellId: null } : {}),
      layouts: layoutChoices(runtime.main.protocols, facts),
      visibleLayoutId: hung.protocol?.id ?? null,
      visibleCellIds: shownCellIds,
    });
  }, [viewState, runtime, facts, hung]);
  return hung;
}

/** The scans that were opened, the latest first. */
function useOpened(scanId: string | null): readonly string[] {
  const [opened, setOpened] = useState<readonly string[]>([]);
  if (scanId === null || opened[0] === scanId) return opened;
  const now = [scanId, ...opened.filter((id) => id !== scanId)];
  setOpened(now);
  return now;
}
