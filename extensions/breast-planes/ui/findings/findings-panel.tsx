import { type ReactNode, useMemo, useRef } from 'react';
import { routes } from '#contracts';
import {
  type ExtensionContext,
  keyHintsToken,
  type PanelProps,
  sessionToken,
  studyToken,
  viewStateToken,
} from '#core';
import { Button, EmptyState, ErrorCard, useStore } from '#ui';
import { listRows, priorRows } from '../../model/findings/finding-rows.ts';
import { findingsUiToken } from '../../state/findings/findings-ui-state.ts';
import { listedScans } from '../../state/findings/shown-scans.ts';
import { findingTexts } from '../../texts/finding-texts.ts';
import { readingTexts } from '../../texts/reading-texts.ts';
import { useListChoice } from '../shared/use-list-choice.ts';
import { FindingConflictCard } from './finding-conflict.tsx';
import { FindingsDialogs } from './findings-dialogs.tsx';
import { FindingsFoot, FindingsHead } from './findings-head.tsx';
import styles from './findings-panel.module.css';
import { FindingList } from './list/finding-list.tsx';
import { MapCard } from './map-card.tsx';
import { Readout } from './readout.tsx';
import { useHiddenFindings } from './use-hidden-findings.ts';
import { useRestoredFocus } from './use-restored-focus.ts';
import { useShownPrior } from './use-shown-prior.ts';

/**
 * Findings of both breasts as map and list, with a readout of the pointer location at the bottom.
 */
export function FindingsPanel({ context }: PanelProps): ReactNode {
  const study = context.use(studyToken);
  const status = useStore(study.store, (state) => state.status);
  const cause = useStore(study.store, (state) => state.problem);
  const { currentRows, allRows } = useRows(context);
  const panel = useRef<HTMLDivElement>(null);
  // Renders the panel after each change of a bar or dialog, so that `useRestoredFocus` runs.
  useStore(context.use(findingsUiToken).store);
  useRestoredFocus(panel);
  return (
    <div ref={panel} className={styles.panel} data-testid="findings-panel">
      <FindingsHead context={context} />
      <MapCard context={context} />
      <FindingConflictCard context={context} />
      {status === 'failed' && cause !== null ? (
        <div className={styles.list}>
          <ErrorCard problem={cause} onRetry={() => void study.refresh()} />
        </div>
      ) : (
        <>
          {currentRows.length > 0 ? null : (
            <div className={styles.list} data-no-findings="">
              <NoFindings context={context} />
            </div>
          )}
          {allRows.length === 0 ? null : <FindingList context={context} rows={allRows} />}
        </>
      )}
      <FindingsFoot context={context} />
      <Readout context={context} />
      <FindingsDialogs context={context} />
    </div>
  );
}

/**
 * Returns the rows that the list shows: those of the open study, and all rows including those of the
 * shown prior.
 */
function useRows(context: ExtensionContext) {
  const { store } = context.use(studyToken);
  const scans = useStore(store, (state) => state.scans);
  const targetScanId = useStore(store, (state) => state.targetScanId);
  const findingsByScan = useStore(store, (state) => state.findingsByScan);
  const choice = useListChoice(context);
  const showsAnnotations = useStore(
    context.use(findingsUiToken).store,
    (state) => state.showsAnnotations,
  );
  const prior = useShownPrior(context);
  const currentRows = useMemo(
    () => listRows(listedScans({ scans, targetScanId, findingsByScan }), choice, showsAnnotations),
    [scans, targetScanId, findingsByScan, choice, showsAnnotations],
  );
  return useMemo(
    () => ({ currentRows, allRows: [...currentRows, ...priorRows(prior)] }),
    [currentRows, prior],
  );
}

const LENGTH_TOOL = 'breast-planes.length';

function NoFindings({ context }: PanelProps): ReactNode {
  const { count, shows, toggle } = useHiddenFindings(context);
  const mayDraw = context.use(sessionToken).mayCall(routes.createFinding);
  const key = useStore(context.use(keyHintsToken), (hints) => hints.get(LENGTH_TOOL));
  if (count > 0 && !shows) {
    return (
      <EmptyState icon="eye-off" text={readingTexts.findings.allHidden(count)}>
        <Button onPress={toggle}>{findingTexts.menu.showHidden(count)}</Button>
      </EmptyState>
    );
  }
  if (!mayDraw) return <EmptyState icon="list" text={readingTexts.findings.none} />;
  return (
    <EmptyState icon="length" text={readingTexts.findings.noneDraw(key)}>
      <Button onPress={() => context.use(viewStateToken).set({ activeToolId: LENGTH_TOOL })}>
        {readingTexts.findings.draw}
      </Button>
    </EmptyState>
  );
}
