import type { ReactNode } from 'react';
import { type JobStatus, jobStatus } from '#contracts';
import type { Problem } from '#foundation';
import { IconButton } from '../buttons/icon-button.tsx';
import { classNames } from '../styles/class-names.ts';
import { dialogTexts } from '../texts/dialog-texts.ts';
import styles from './progress-bar.module.css';
import { ProgressBar } from './progress-bar.tsx';

/** Displayed fields of a job; a subset of the contract's job. */
export interface JobView {
  readonly status: JobStatus;
  readonly phase: string | null;
  readonly done: number;
  readonly total: number;
  readonly problem: Pick<Problem, 'title' | 'next'> | null;
}

export interface JobRowProps {
  readonly title: string;
  readonly job: JobView;
  onCancel?(): void;
  onRetry?(): void;
}

/** A job with phase and progress counts, and buttons to cancel or retry. */
export function JobRow({ title, job, onCancel, onRetry }: JobRowProps): ReactNode {
  const active = job.status === 'NOT_STARTED' || job.status === 'IN_PROGRESS';
  const state =
    job.status === 'IN_PROGRESS'
      ? (job.phase ?? dialogTexts.starting)
      : jobStatus.labels[job.status];
  return (
    <div className={styles.row}>
      <div className={styles.line}>
        <span className={styles.name}>{title}</span>
        <span className={classNames(styles.phase, job.status === 'FAILED' && styles.failed)}>
          {state}
        </span>
        <span className={styles.end}>
          {job.status === 'IN_PROGRESS' && job.total > 0
            ? dialogTexts.counted(job.done, job.total)
            : null}
        </span>
        {active && onCancel !== undefined ? (
          <IconButton
            icon="close"
            size={24}
            label={dialogTexts.cancelJob(title)}
            onPress={() => onCancel()}
          />
        ) : null}
        {!active && job.status !== 'COMPLETED' && onRetry !== undefined ? (
          <IconButton
            icon="refresh"
            size={24}
            label={dialogTexts.runAgain(title)}
            onPress={() => onRetry()}
          />
        ) : null}
      </div>
      {active ? (
        <ProgressBar
          label={dialogTexts.jobPhase(title, state)}
          done={job.done}
          total={job.status === 'IN_PROGRESS' ? job.total : 0}
        />
      ) : null}
      {job.problem === null ? null : (
        <p className={styles.phase}>
          {job.problem.title}. {job.problem.next}
        </p>
      )}
    </div>
  );
}
