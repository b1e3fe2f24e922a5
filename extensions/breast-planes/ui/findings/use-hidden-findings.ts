import { useMemo } from 'react';
import { type ExtensionContext, studyToken } from '#core';
import { useStore } from '#ui';
import { findingsUiToken } from '../../state/findings/findings-ui-state.ts';
import { listedScans } from '../../state/findings/shown-scans.ts';

/**
 * Returns the number of hidden findings of the listed scans, whether the list shows them, and a
 * function that switches this.
 */
export function useHiddenFindings(context: ExtensionContext): {
  readonly count: number;
  readonly shows: boolean;
  toggle(): void;
} {
  const findingsUi = context.use(findingsUiToken);
  const shows = useStore(findingsUi.store, (state) => state.showsHidden);
  const { store } = context.use(studyToken);
  const scans = useStore(store, (state) => state.scans);
  const targetScanId = useStore(store, (state) => state.targetScanId);
  const findingsByScan = useStore(store, (state) => state.findingsByScan);
  const hiddenIds = useStore(store, (state) => state.hiddenFindingIds);
  const count = useMemo(
    () =>
      listedScans({ scans, targetScanId, findingsByScan })
        .flatMap(({ findings }) => findings)
        .filter(({ id }) => hiddenIds.has(id)).length,
    [scans, targetScanId, findingsByScan, hiddenIds],
  );
  return { count, shows, toggle: () => findingsUi.set({ showsHidden: !shows }) };
}
