import type { ReactNode } from 'react';
import { jobTypeLabel, routes } from '#contracts';
import { JobRow, useStore } from '#ui';
import { useApplication } from '../application/application-context.ts';
import styles from './mode.module.css';

/** Shows running, queued and failed jobs of the open scan above the views. */
export function JobStrip(): ReactNode {
  const { services } = useApplication();
  const scanId = useStore(services.study.store, (state) => state.targetScanId);
  const jobs = useStore(services.jobs.store, (list) => {
    const scanJobs = list.filter((job) => job.entityId === scanId);
    // Shows only the latest job of each type, because a repeated job supersedes a failure.
    const latest = scanJobs.filter(
      (job) => scanJobs.find((other) => other.jobType === job.jobType) === job,
    );
    return latest.filter((job) => job.status !== 'COMPLETED' && job.status !== 'CANCELLED');
  });
  if (jobs.length === 0) return null;
  const mayControl = services.session.mayCall(routes.stopJob);
  const showFailure = async (pending: ReturnType<typeof services.jobs.stop>): Promise<void> => {
    const result = await pending;
    if (!result.ok) services.notices.showProblem(result.problem);
  };
  return (
    <div className={styles.strip}>
      {jobs.map((job) => (
        <JobRow
          key={job.id}
          title={jobTypeLabel(job.jobType)}
          job={job}
          {...(mayControl
            ? {
                onCancel: () => void showFailure(services.jobs.stop(job.id)),
                onRetry: () => void showFailure(services.jobs.queue(job.jobType, job.entityId)),
              }
            : {})}
        />
      ))}
    </div>
  );
}
