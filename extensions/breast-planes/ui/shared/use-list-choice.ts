import { useMemo } from 'react';
import type { Finding } from '#contracts';
import { type ExtensionContext, preferencesToken, studyToken, viewStateToken } from '#core';
import { useStore } from '#ui';
import { type ListChoice, shownOf } from '../../model/findings/finding-rows.ts';
import { findingsUiToken, showsDetections } from '../../state/findings/findings-ui-state.ts';
import { useHiddenIds } from './use-hidden-ids.ts';

/** Returns `listChoice` and renders again when the choice changes. */
export function useListChoice(context: ExtensionContext): ListChoice {
  const showsHidden = useStore(context.use(findingsUiToken).store, (state) => state.showsHidden);
  const detections = useStore(context.use(preferencesToken).store, ({ values }) =>
    showsDetections(values),
  );
  const ids = useHiddenIds(context);
  const aiLayer = useStore(context.use(viewStateToken).store, (view) => view.aiLayer);
  return useMemo(
    () => ({ showsHidden, showsDetections: detections, hiddenIds: ids, aiLayer }),
    [showsHidden, detections, ids, aiLayer],
  );
}

const NO_FINDINGS: readonly Finding[] = [];

/**
 * Returns the findings of the target scan as filtered by the list, for 3D views; empty for other
 * scans.
 */
export function useShownFindings(context: ExtensionContext, scanId: string): readonly Finding[] {
  const findings = useStore(context.use(studyToken).store, (state) =>
    state.targetScanId === scanId ? state.findings : NO_FINDINGS,
  );
  return shownOf(findings, useListChoice(context));
}
