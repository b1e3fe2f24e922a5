import { useEffect } from 'react';
import type { Scan } from '#contracts';
import { type ExtensionContext, studyToken } from '#core';
import { useStore } from '#ui';
import { priorFindingsToken } from '../../state/findings/prior-findings.ts';
import { scanOf } from '../../state/volumes/study-selectors.ts';

/**
 * Loads the findings of a shown scan, whatever panel is open. Findings of a prior scan are loaded
 * as well, but can be changed only in their own study.
 */
export function useWatchedFindings(context: ExtensionContext, scan: Scan): void {
  const study = context.use(studyToken);
  const { id } = scan;
  const isInOpenStudy = useStore(study.store, (state) => scanOf(state, id) !== null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same scan may be a new object
  useEffect(() => {
    const watch = isInOpenStudy
      ? study.watchScan(id)
      : context.tryUse(priorFindingsToken)?.watch(scan);
    return () => watch?.dispose();
  }, [context, study, id, isInOpenStudy]);
}
