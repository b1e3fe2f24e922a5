import type { ReactNode } from 'react';
import { type AiRun, type Job, routes, type Scan } from '#contracts';
import { hasEnded } from '#core';
import { stampOf } from '#foundation';
import { Button, Dropdown, IconButton, JobRow, useStore } from '#ui';
import { detect } from '../commands/analysis.ts';
import type { AiServices } from '../commands/services.ts';
import { replacedKey, runsByModel, shownRun } from '../model/runs.ts';
import { aiTexts } from '../texts/ai-texts.ts';
import styles from './ai-panel.module.css';
import { OtherModels, ProviderRuns } from './other-models.tsx';

const { runs: texts } = aiTexts;

interface ScanRunsProps {
  readonly services: AiServices;
  readonly scan: Scan;
}

/** Analyses of a breast: the shown run of each model, the running job, and the start of another. */
export function ScanRuns({ services, scan }: ScanRunsProps): ReactNode {
  const runs = useStore(services.reading.store, (state) => state.runs);
  const chosenRunIds = useStore(services.reading.store, (state) => state.chosenRunIds);
  const job = useStore(services.jobs.store, (jobs) => latestJob(jobs, scan.id));
  const groups = runsByModel(runs, scan.id);
  // A run on one image leaves the volume unread.
  const isAnalysed = groups.some(([{ imageFileId }]) => imageFileId === null);
  const side = aiTexts.sides[scan.laterality.id];
  const isRunning = job !== null && !hasEnded(job);
  const readsCase = useStore(services.view.store, (state) => state.readsCase);
  const mayDetect = !readsCase && services.session.mayCall(routes.queueJob);
  const start = (): void => void detect(services, scan.id);
  return (
    <section
      className={styles.scan}
      aria-label={side}
      data-testid={`ai-scan-${scan.laterality.id}`}
    >
      <div className={styles.line}>
        <b>{side}</b>
        {!isAnalysed && !isRunning ? <span className={styles.quiet}>{texts.none}</span> : null}
        <span className={styles.spacer} />
        {isRunning || !mayDetect ? null : !isAnalysed ? (
          <Button ariaLabel={`${texts.detect}, ${side}`} onPress={start}>
            {texts.detect}
          </Button>
        ) : (
          <IconButton icon="refresh" label={`${texts.again}, ${side}`} onPress={start} />
        )}
        <OtherModels services={services} scan={scan} />
      </div>
      <JobState services={services} job={job} onRetry={start} />
      <ProviderRuns services={services} scan={scan} />
      {groups.map((group) => (
        <RunLine
          key={replacedKey(group[0])}
          services={services}
          side={side}
          group={group}
          shown={shownRun(group, chosenRunIds)}
        />
      ))}
    </section>
  );
}

/** Returns the newest detection of a scan that is known to this page. */
function latestJob(jobs: readonly Job[], scanId: string): Job | null {
  const ofScan = jobs.filter((job) => job.jobType === 'AUTO_DETECTION' && job.entityId === scanId);
  return ofScan.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))[0] ?? null;
}

interface JobStateProps {
  readonly services: AiServices;
  readonly job: Job | null;
  onRetry(): void;
}

/** Progress of a running or queued detection, or why the latest one failed. */
function JobState({ services, job, onRetry }: JobStateProps): ReactNode {
  if (job === null || job.status === 'COMPLETED' || job.status === 'CANCELLED') return null;
  const cancel = async (): Promise<void> => {
    const stopped = await services.jobs.stop(job.id);
    if (!stopped.ok) services.notices.showProblem(stopped.problem);
  };
  const mayControl = services.session.mayCall(routes.stopJob);
  return (
    <JobRow
      title={texts.job}
      job={job}
      {...(mayControl ? { onCancel: () => void cancel(), onRetry } : {})}
    />
  );
}

interface RunLineProps {
  readonly services: AiServices;
  readonly side: string;
  readonly group: readonly [AiRun, ...AiRun[]];
  readonly shown: AiRun;
}

/** The shown run of a model with its messages; older runs can be chosen. */
function RunLine({ services, side, group, shown }: RunLineProps): ReactNode {
  const { reading } = services;
  return (
    <div className={styles.run} data-testid="ai-run">
      {group.length === 1 ? (
        <span className={styles.quiet}>{runText(shown)}</span>
      ) : (
        <Dropdown
          label={texts.choose(side)}
          labelHidden
          nonNullable
          value={shown.id}
          options={group.map((run) => ({ id: run.id, label: runText(run) }))}
          onChange={(id) => {
            const run = group.find((one) => one.id === id);
            if (run !== undefined) reading.chooseRun(run);
          }}
        />
      )}
      <span className={styles.quiet}>{texts.count(shown.findingCount)}</span>
      {shown.messages.map((message, idx) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two messages can have identical texts
        <p key={idx} className={styles.note}>
          {message}
        </p>
      ))}
      {shown.dropped.map(({ count, reason }) => (
        <p key={reason} className={isExpected(reason) ? styles.note : styles.message}>
          {texts.dropped(count, droppedReason(reason))}
        </p>
      ))}
    </div>
  );
}

/** Every run has candidates below the minimum score, so their count is no warning. */
const isExpected = (reason: string): boolean => reason === 'BELOW_MINIMUM_SCORE';

/** Returns the text of a reason code; other models can report reasons in their own words. */
const droppedReason = (reason: string): string =>
  new Map(Object.entries(aiTexts.droppedReasons)).get(reason) ?? reason;

function runText({ model, createdAt, imageFileId }: AiRun): string {
  const text = texts.option(model.name, model.version, stampOf(createdAt));
  return imageFileId === null ? text : texts.ofImage(text);
}
