import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type Job, jobTypeLabel, routes, type Scan, scanSide } from '#contracts';
import type { JobTracker } from '#core';
import { Button, Icon, JobRow, PopoverButton, useStore } from '#ui';
import { useApplication } from '../application/application-context.ts';
import { patientName } from '../patients/shared/patient-name.ts';
import { scanAddress } from '../patients/shared/scan-summary.ts';
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
        <JobEntry
          key={job.id}
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

interface JobEntryProps {
  readonly job: Job;
  onCancel?(): void;
  onRetry?(): void;
}

/** A job with the patient and the side of its scan, for users who may see patients. */
function JobEntry({ job, ...actions }: JobEntryProps): ReactNode {
  const { navigation } = useApplication();
  const subject = useSubject(job.entityId);
  const jobTitle = jobTypeLabel(job.jobType);
  if (subject === null) return <JobRow title={jobTitle} job={job} {...actions} />;
  const { name, scan } = subject;
  const title = [jobTitle, name, scanSide.labels[scan.laterality.id]].join(' · ');
  return (
    <div>
      <JobRow title={title} job={job} {...actions} />
      <Button
        kind="link"
        size={24}
        ariaLabel={layoutTexts.openJob(title)}
        onPress={() => navigation.go(scanAddress(scan))}
      >
        {layoutTexts.open}
      </Button>
    </div>
  );
}

/**
 * Returns the scan of a job and the name of its patient; null until read, after a failure, and for
 * users who may not see patients.
 */
function useSubject(scanId: string): { readonly name: string; readonly scan: Scan } | null {
  const { api, session } = useApplication().services;
  const query = useQuery({
    queryKey: ['job-subject', scanId],
    enabled: session.mayCall(routes.getPatient) && session.mayCall(routes.getScan),
    retry: false,
    staleTime: 60_000,
    queryFn: async ({ signal }) => {
      const scan = await api.call(routes.getScan, { params: { id: scanId }, signal });
      if (!scan.ok) return null;
      const params = { id: scan.value.patientId };
      const patient = await api.call(routes.getPatient, { params, signal });
      return patient.ok ? { name: patientName(patient.value), scan: scan.value } : null;
    },
  });
  return query.data ?? null;
}
