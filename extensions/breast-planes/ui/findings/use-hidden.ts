import { useMemo } from 'react';
import { type ExtensionContext, studyToken } from '#core';
import { useStore } from '#ui';
import { findingsUiToken } from '../../state/findings/findings-ui-state.ts';

/** Returns the number of hidden findings of the loaded scans and whether they are listed. */
export function useHidden(context: ExtensionContext): {
  readonly count: number;
  readonly shows: boolean;
  toggle(): void;
} {
  const findingsUi = context.use(findingsUiToken);
  const shows = useStore(findingsUi.store, (state) => state.showsHidden);
  const findings = useStore(context.use(studyToken).store, (state) => state.findingsByScan);
  const count = useMemo(
    () =>
      Object.values(findings)
        .flat()
        .filter(({ hidden }) => hidden).length,
    [findings],
  );
  return { count, shows, toggle: () => findingsUi.set({ showsHidden: !shows }) };
}
