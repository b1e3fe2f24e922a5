import { type ExtensionContext, studyToken } from '#core';
import { useStore } from '#ui';
import { hiddenIds } from '../../state/findings/hidden-ids.ts';
import { priorFindingsToken } from '../../state/findings/prior-findings.ts';

const EMPTY_STORE = { getState: () => null, subscribe: () => () => undefined };

/** Returns the ids of the hidden findings of all shown scans; renders again when they change. */
export function useHiddenIds(context: ExtensionContext): ReadonlySet<string> {
  // Subscribes only; `hiddenIds` reads the values.
  useStore(context.use(studyToken).store, (state) => state.hiddenFindingIds);
  const prior = context.tryUse(priorFindingsToken)?.store;
  useStore<unknown, unknown>(prior ?? EMPTY_STORE, (state) => state);
  return hiddenIds(context);
}
