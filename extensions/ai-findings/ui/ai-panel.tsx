import { type ReactNode, useMemo, useState } from 'react';
import {
  type ExtensionContext,
  keyHintsToken,
  type PanelProps,
  preferencesToken,
  scansToList,
  viewStateToken,
} from '#core';
import { Button, ConfirmDialog, EmptyState, ErrorCard, Icon, Switch, useStore } from '#ui';
import { type AiServices, aiServicesToken } from '../commands/services.ts';
import { overlapsOf } from '../model/overlaps.ts';
import { listProposals, type ProposalList } from '../model/proposals.ts';
import { isLayerShown, SHOWN_PREFERENCE } from '../state/layer-preference.ts';
import { listedFindings } from '../state/listed-scans.ts';
import { aiTexts } from '../texts/ai-texts.ts';
import styles from './ai-panel.module.css';
import { EditPage } from './edit-page.tsx';
import { FrameSegmentCard } from './frame-segment-card.tsx';
import { ProposalRows } from './proposal-list.tsx';
import { ScanRuns } from './scan-runs.tsx';
import { ScoreLimit } from './score-limit.tsx';
import { SegmentCard } from './segment-card.tsx';

/** Analyses of both breasts, their proposals, and the decisions of the reader. */
export function AiPanel({ context }: PanelProps): ReactNode {
  const services = context.use(aiServicesToken);
  const hidden = useStore(context.use(viewStateToken).store, ({ aiLayer }) => aiLayer.hidden);
  const edit = useStore(services.reading.store, (state) => state.edit);
  return (
    <div className={styles.panel} data-testid="ai-panel">
      {hidden ? (
        <FirstRead services={services} />
      ) : edit !== null ? (
        <EditPage services={services} edit={edit} />
      ) : (
        <Proposals context={context} services={services} />
      )}
      <p className={styles.foot}>{aiTexts.foot}</p>
    </div>
  );
}

/** Asks once before the first read of the study ends. */
function FirstRead({ services }: { readonly services: AiServices }): ReactNode {
  const [asking, setAsking] = useState(false);
  const { firstRead } = aiTexts;
  const finish = async (): Promise<void> => {
    setAsking(false);
    const finished = await services.reading.finishFirstRead();
    if (!finished.ok) services.notices.showProblem(finished.problem);
  };
  return (
    <div className={styles.body}>
      <EmptyState icon="eye-off" text={firstRead.text}>
        <Button onPress={() => setAsking(true)}>{firstRead.show}</Button>
      </EmptyState>
      <ConfirmDialog
        open={asking}
        title={firstRead.question}
        confirmLabel={firstRead.confirm}
        onConfirm={() => void finish()}
        onClose={() => setAsking(false)}
      >
        {firstRead.consequence}
      </ConfirmDialog>
    </div>
  );
}

interface ProposalsProps {
  readonly context: ExtensionContext;
  readonly services: AiServices;
}

function Proposals({ context, services }: ProposalsProps): ReactNode {
  const { study, reading } = services;
  const scans = useStore(study.store, (state) => state.scans);
  const targetScanId = useStore(study.store, (state) => state.targetScanId);
  const cause = useStore(reading.store, (state) => state.problem);
  const hasRuns = useStore(reading.store, (state) => state.runs.length > 0);
  const { list, overlaps } = useProposals(services);
  const listed = scansToList({ scans, targetScanId });
  return (
    <>
      <LayerSwitch context={context} />
      <div className={styles.body}>
        <SegmentCard segment={services.segment} />
        <FrameSegmentCard segment={services.segment} />
        {listed.map((scan) => (
          <ScanRuns key={scan.id} services={services} scan={scan} />
        ))}
        {cause === null ? null : (
          <ErrorCard problem={cause} onRetry={() => void reading.refresh()} />
        )}
        {hasRuns ? null : <p className={styles.quiet}>{aiTexts.empty.text}</p>}
        {list.scores.length === 0 ? null : <ScoreLimit services={services} list={list} />}
        {hasRuns ? <ListState list={list} /> : null}
        <ProposalRows services={services} list={list} overlaps={overlaps} />
      </div>
    </>
  );
}

function ListState({ list }: { readonly list: ProposalList }): ReactNode {
  const { open, decided, belowCount } = list;
  if (open.length > 0) return null;
  if (belowCount > 0) return <p className={styles.quiet}>{aiTexts.empty.allBelow(belowCount)}</p>;
  return decided.length > 0 ? null : <p className={styles.quiet}>{aiTexts.empty.noProposals}</p>;
}

/** Returns the proposals, and the findings at the same place as each undecided one. */
function useProposals({ study, view }: AiServices) {
  const scans = useStore(study.store, (state) => state.scans);
  const targetScanId = useStore(study.store, (state) => state.targetScanId);
  const findingsByScan = useStore(study.store, (state) => state.findingsByScan);
  const hiddenIds = useStore(study.store, (state) => state.hiddenFindingIds);
  const layer = useStore(view.store, (state) => state.aiLayer);
  return useMemo(() => {
    const listed = listedFindings({ scans, targetScanId, findingsByScan });
    const list = listProposals(listed, layer, hiddenIds);
    return { list, overlaps: overlapsOf(list.open, listed) };
  }, [scans, targetScanId, findingsByScan, layer, hiddenIds]);
}

const TOGGLE_COMMAND = 'breast-planes.toggle-detections';

/** Switches the AI marks on the images, with the shortcut that does the same. */
function LayerSwitch({ context }: PanelProps): ReactNode {
  const preferences = context.use(preferencesToken);
  const shown = useStore(preferences.store, ({ values }) => isLayerShown(values));
  const shortcut = useStore(context.use(keyHintsToken), (hints) => hints.get(TOGGLE_COMMAND));
  return (
    <div className={styles.head}>
      <Icon name="ai" size={16} />
      <Switch
        label={aiTexts.layer.show}
        checked={shown}
        onChange={(on) => void preferences.save(SHOWN_PREFERENCE, on ? 'on' : 'off')}
      />
      <span className={styles.spacer} />
      {shortcut === undefined ? null : <kbd>{shortcut}</kbd>}
    </div>
  );
}
