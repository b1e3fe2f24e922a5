import type { ReactNode } from 'react';
import { type Job, jobType, routes } from '#contracts';
import { Button, Card, JobRow } from '#ui';
import { useApplication } from '../application/application-context.ts';
import { modeTexts } from '../texts/mode-texts.ts';
import styles from './mode.module.css';

const STATUS_TEXTS: Readonly<Record<Exclude<Job['status'], 'COMPLETED'>, string>> = {
  NOT_STARTED: modeTexts.reconstruction.inProgress,
  IN_PROGRESS: modeTexts.reconstruction.inProgress,
  FAILED: modeTexts.reconstruction.failed,
  CANCELLED: modeTexts.reconstruction.cancelled,
};

/**
 * Shown in place of the views: progress or failure of the reconstruction, and the available
 * actions.
 */
export function ReconstructionCard(props: {
  readonly job: Job & { readonly status: Exclude<Job['status'], 'COMPLETED'> };
  /** Absent when the scan has no raw frames to show. */
  readonly onShowRaw?: (() => void) | undefined;
}): ReactNode {
  const { job, onShowRaw } = props;
  const { services } = useApplication();
  const mayControl = services.session.mayCall(routes.stopJob);
  const isActive = job.status === 'NOT_STARTED' || job.status === 'IN_PROGRESS';
  const showFailure = async (pending: ReturnType<typeof services.jobs.stop>): Promise<void> => {
    const result = await pending;
    if (!result.ok) services.notices.showProblem(result.problem);
  };
  return (
    <div className={styles.message}>
      <Card>
        <div className={styles.reconstruction} data-testid="reconstruction">
          <h2>{jobType.labels.R3D}</h2>
          <p>{STATUS_TEXTS[job.status]}</p>
          <JobRow
            title={jobType.labels.R3D}
            job={job}
            {...(mayControl && isActive
              ? { onCancel: () => void showFailure(services.jobs.stop(job.id)) }
              : {})}
          />
          <div className={styles.reconstructionActions}>
            {mayControl && !isActive ? (
              <Button
                kind="primary"
                onPress={() => void showFailure(services.jobs.queue('R3D', job.entityId))}
              >
                {modeTexts.reconstruction.again}
              </Button>
            ) : null}
            {onShowRaw === undefined ? null : (
              <Button kind="link" onPress={onShowRaw}>
                {modeTexts.reconstruction.showRaw}
              </Button>
            )}
          </div>
        </div>
      </Card>
    </div>
  );
}
