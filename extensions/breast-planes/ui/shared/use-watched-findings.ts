import { useEffect } from 'react';
import type { Scan } from '#contracts';
import { type ExtensionContext, studyToken } from '#core';
import { useStore } from '#ui';
import { priorFindingsToken } from '../../state/findings/prior-findings.ts';
import { scanOf } from '../../state/volumes/study-selectors.ts';
import { useFirstOfKey } from './use-first-of-key.ts';

/**
 * Keeps the findings of a shown scan loaded and up to date until the view closes. Findings of a prior
 * scan come from another service, because they can be changed only in the study of that scan.
 */
export function useWatchedFindings(context: ExtensionContext, scan: Scan): void {
  const study = context.use(studyToken);
  const { id } = scan;
  const watchedScan = useFirstOfKey(id, scan);
  const isInOpenStudy = useStore(study.store, (state) => scanOf(state, id) !== null);
  useEffect(() => {
    const watch = isInOpenStudy
      ? study.watchScan(watchedScan.id)
      : context.tryUse(priorFindingsToken)?.watch(watchedScan);
    return () => watch?.dispose();
  }, [context, study, watchedScan, isInOpenStudy]);
}
