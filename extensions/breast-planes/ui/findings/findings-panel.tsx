import { type ReactNode, useEffect, useMemo, useRef } from 'react';
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
import { listedScans, readScans } from '../../state/findings/shown-scans.ts';
import { findingTexts } from '../../texts/finding-texts.ts';
import { readingTexts } from '../../texts/reading-texts.ts';
import { useListChoice } from '../shared/use-list-choice.ts';
import { BodyMap } from './body-map.tsx';
import { FindingConflictCard } from './finding-conflict.tsx';
import { FindingsDialogs } from './findings-dialogs.tsx';
import { FindingsFoot, FindingsHead } from './findings-head.tsx';
import styles from './findings-panel.module.css';
import { FindingList } from './list/finding-list.tsx';
import { Readout } from './readout.tsx';
import { useHidden } from './use-hidden.ts';
import { useRestoredFocus } from './use-restored-focus.ts';
import { useShownPrior } from './use-shown-prior.ts';

/**
 * Findings of both breasts as map and list, with a readout of the pointer location at the bottom.
 */
export function FindingsPanel({ context }: PanelProps): ReactNode {
  const study = context.use(studyToken);
  const status = useStore(study.store, (state) => state.status);
  const cause = useStore(study.store, (state) => state.problem);
  useBothBreasts(context);
  const { currentRows, all } = useRows(context);
  const panel = useRef<HTMLDivElement>(null);
  const findingsUi = useStore(context.use(findingsUiToken).store);
  useRestoredFocus(
    panel,
    useMemo(() => [all, findingsUi], [all, findingsUi]),
  );
  return (
    <div ref={panel} className={styles.panel} data-testid="findings-panel">
      <FindingsHead context={context} />
      <BodyMap context={context} />
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
          {all.length === 0 ? null : <FindingList context={context} rows={all} />}
        </>
      )}
      <FindingsFoot context={context} />
      <Readout context={context} />
      <FindingsDialogs context={context} />
    </div>
  );
}

/** Watches the findings of both breasts, even if the planes of only one breast are shown. */
function useBothBreasts(context: ExtensionContext): void {
  const study = context.use(studyToken);
  const shown = useStore(study.store, ({ scans, targetScanId }) =>
    readScans(scans, targetScanId)
      .map(({ id }) => id)
      .join(' '),
  );
  useEffect(() => {
    const watches = shown.split(' ').flatMap((id) => (id === '' ? [] : [study.watchScan(id)]));
    return () => {
      for (const watch of watches) watch.dispose();
    };
  }, [study, shown]);
}

/** Returns the rows of the list according to the reader's settings. */
function useRows(context: ExtensionContext) {
  const { store } = context.use(studyToken);
  const scans = useStore(store, (state) => state.scans);
  const targetScanId = useStore(store, (state) => state.targetScanId);
  const findingsByScan = useStore(store, (state) => state.findingsByScan);
  const choice = useListChoice(context);
  const prior = useShownPrior(context);
  const currentRows = useMemo(
    () => listRows(listedScans({ scans, targetScanId, findingsByScan }), choice),
    [scans, targetScanId, findingsByScan, choice],
  );
  return useMemo(
    () => ({ currentRows, all: [...currentRows, ...priorRows(prior)] }),
    [currentRows, prior],
  );
}

const LENGTH = 'breast-planes.length';

function NoFindings({ context }: PanelProps): ReactNode {
  const { count, shows, toggle } = useHidden(context);
  const may = context.use(sessionToken).can(['ANTN_CREATE']);
  const key = useStore(context.use(keyHintsToken), (hints) => hints.get(LENGTH));
  if (count > 0 && !shows) {
    return (
      <EmptyState icon="eye-off" text={readingTexts.findings.allHidden(count)}>
        <Button onPress={toggle}>{findingTexts.menu.showHidden(count)}</Button>
      </EmptyState>
    );
  }
  if (!may) return <EmptyState icon="list" text={readingTexts.findings.none} />;
  return (
    <EmptyState icon="length" text={readingTexts.findings.noneDraw(key)}>
      <Button onPress={() => context.use(viewStateToken).set({ activeToolId: LENGTH })}>
        {readingTexts.findings.draw}
      </Button>
    </EmptyState>
  );
}
