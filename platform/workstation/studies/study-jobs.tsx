import type { ReactNode } from 'react';
import {
  type Job,
  jobTypeLabel,
  type ListedStudy,
  type Recording,
  type StudyJob,
} from '#contracts';
import { hasEnded } from '#core';
import { Icon, ProgressBar, useStore } from '#ui';
import { useApplication } from '../application/application-context.ts';
import { recordTexts } from '../texts/record-texts.ts';
import styles from './study-list.module.css';

const texts = recordTexts.jobs;

/** Updates a listed job with the status and progress of the live job. */
export function mergeLiveJob(listed: StudyJob, live: Job | undefined): StudyJob {
  if (live === undefined) return listed;
  const progress = live.total > 0 ? Math.min(1, live.done / live.total) : null;
  return { ...listed, status: live.status, progress };
}

/** Shows the scan that is being recorded, else the jobs of a study. */
export function StudyJobs({
  jobs,
  recordings,
}: Pick<ListedStudy, 'jobs' | 'recordings'>): ReactNode {
  const [recording] = recordings;
  return recording === undefined ? (
    <JobsOf jobs={jobs} />
  ) : (
    <span className={styles.jobs}>
      <span className={styles.jobLabel} title={recordingLabel(recording)}>
        {recordingLabel(recording)}
      </span>
    </span>
  );
}

/** Recorded share, 0..1. */
const fractionOf = ({ framesStored, framesTotal }: Recording): number =>
  Math.min(1, framesStored / framesTotal);

function recordingLabel(recording: Recording): string {
  const percent = Math.floor(fractionOf(recording) * 100);
  const text = recording.simulated ? texts.simulated : texts.recording;
  return text(recording.scanLabel, percent);
}

/** Shows the first running, failed or queued job of a study, and the number of its other jobs. */
function JobsOf({ jobs }: { readonly jobs: readonly StudyJob[] }): ReactNode {
  const { services } = useApplication();
  const liveJobs = useStore(services.jobs.store, (list) =>
    jobs.map((listed) => list.find((job) => job.id === listed.id)),
  );
  const currentJobs = jobs.map((listed, idx) => mergeLiveJob(listed, liveJobs[idx]));
  const shown = currentJobs.filter((job) => job.status === 'FAILED' || !isOver(job));
  const [first] = [...shown].sort((a, b) => rank(a) - rank(b));
  if (first === undefined) return null;
  const hiddenCount = shown.length - 1;
  return (
    <span className={styles.jobs} title={shown.map(jobLabel).join('\n')}>
      {first.status === 'FAILED' ? <Icon name="alert" size={14} /> : null}
      <span className={styles.jobLabel} data-failed={first.status === 'FAILED'}>
        {jobLabel(first)}
        {hiddenCount > 0 ? ` +${hiddenCount}` : ''}
      </span>
      {first.status === 'IN_PROGRESS' ? (
        <span className={styles.jobBar}>
          <ProgressBar
            label={jobLabel(first)}
            done={Math.round((first.progress ?? 0) * 100)}
            total={first.progress === null ? 0 : 100}
          />
        </span>
      ) : null}
    </span>
  );
}

const isOver = ({ status }: Pick<Job, 'status'>): boolean => hasEnded({ status } as Job);

/** Orders running jobs first, then failed, then queued. */
function rank({ status }: StudyJob): number {
  if (status === 'IN_PROGRESS') return 0;
  return status === 'FAILED' ? 1 : 2;
}

/** Formats type, side and state of a job. */
export function jobLabel({ jobType: kind, scanLabel, status, progress }: StudyJob): string {
  const title = jobTypeLabel(kind);
  if (status === 'FAILED') return texts.failed(title, scanLabel);
  if (status !== 'IN_PROGRESS') return texts.queued(title, scanLabel);
  return texts.running(title, scanLabel, Math.round((progress ?? 0) * 100));
}
