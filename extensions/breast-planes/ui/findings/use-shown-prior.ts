import { useMemo } from 'react';
import type { Finding, Scan } from '#contracts';
import { type ExtensionContext, viewStateToken } from '#core';
import { isAnnotation } from '#findings';
import { useStore } from '#ui';
import { shownOf } from '../../model/findings/finding-rows.ts';
import { readingToken } from '../../state/volumes/reading-state.ts';
import { useListChoice } from '../shared/use-list-choice.ts';
import { useScanFindings } from '../shared/use-scan-findings.ts';

export interface ShownPrior {
  readonly scan: Scan;
  /** Findings filtered as in the list. */
  readonly findings: readonly Finding[];
}

/**
 * Returns the prior scan shown beside the current scan, with its findings but no annotations; null while no prior is
 * shown.
 */
export function useShownPrior(context: ExtensionContext): ShownPrior | null {
  const priors = useStore(context.use(viewStateToken).store, (state) => state.priors);
  const cells = useStore(context.use(readingToken).store, (state) => state.cells);
  const scan = useMemo(() => {
    const shown = new Set(Object.values(cells).map(({ scanId }) => scanId));
    return priors.find(({ id }) => shown.has(id)) ?? null;
  }, [priors, cells]);
  const findings = useScanFindings(context, scan?.id ?? '');
  const choice = useListChoice(context);
  return useMemo(
    () =>
      scan === null
        ? null
        : { scan, findings: shownOf(findings, choice).filter((one) => !isAnnotation(one)) },
    [scan, findings, choice],
  );
}
