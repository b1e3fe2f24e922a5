import type { Finding } from '#contracts';
import { type ExtensionContext, studyToken } from '#core';
import { useStore } from '#ui';
import { priorFindingsToken } from '../../state/findings/prior-findings.ts';
import { findingsOfScan } from '../../state/findings/scan-findings.ts';

const EMPTY_STORE = { getState: () => null, subscribe: () => () => undefined };

/** Returns the findings of a shown scan of the open study or a prior; renders again on changes. */
export function useScanFindings(context: ExtensionContext, scanId: string): readonly Finding[] {
  // Subscribes only; `findingsOfScan` reads the values.
  useStore(context.use(studyToken).store, (state) => state.findingsByScan[scanId]);
  const prior = context.tryUse(priorFindingsToken)?.store;
  useStore<unknown, unknown>(prior ?? EMPTY_STORE, (state) => state);
  return findingsOfScan(context, scanId);
}
