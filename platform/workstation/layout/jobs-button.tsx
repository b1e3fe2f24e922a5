import type { ReactNode } from 'react';
import { type Job, jobTypeLabel, routes } from '#contracts';
import type { JobTracker } from '#core';
import { Icon, JobRow, PopoverButton, useStore } from '#ui';
import { useApplication } from '../application/application-context.ts';
import { layoutTexts } from '../texts/layout-texts.ts';
import styles from './app-bar.module.css';

/** Button with the number of running jobs of the organization; opens a list with their phases. */
export function JobsButton(): ReactNode {
  const { services } = useApplication();
  const jobs = useStore(services.jobs.store);
  const activeJobs = jobs.filter(
    (job) => job.status === 'NOT_STARTED' || job.status === 'IN_PROGRESS',
  );
  if (!services.session.mayCall(routes.getJob) || jobs.length === 0) return null;
  const label =
    activeJobs.length === 0 ? layoutTexts.jobs : layoutTexts.activeJobs(activeJobs.length);
  return (
    <PopoverButton
      ariaLabel={label}
      className={styles.item ?? ''}
      content={
        <JobList
          jobs={jobs}
          tracker={services.jobs}
          mayStop={services.session.mayCall(routes.stopJob)}
        />
      }
    >
      <Icon name="job" size={16} />
      <span data-bar-label="states">{label}</span>
    </PopoverButton>
  );
}

function JobList(props: {
  readonly jobs: readonly Job[];
  readonly tracker: JobTracker;
  readonly mayStop: boolean;
}): ReactNode {
  const { services } = useApplication();
  const showFailure = async (pending: ReturnType<JobTracker['stop']>): Promise<void> => {
    const result = await pending;
    if (!result.ok) services.notices.showProblem(result.problem);
  };
  return (
    <div className={styles.jobs}>
      {props.jobs.map((job) => (
        <JobRow
          key={job.id}
          title={jobTypeLabel(job.jobType)}
          job={job}
          {...(props.mayStop
            ? {
                onCancel: () => void showFailure(props.tracker.stop(job.id)),
                onRetry: () => void showFailure(props.tracker.queue(job.jobType, job.entityId)),
              }
            : {})}
        />
      ))}
    </div>
  );
}
