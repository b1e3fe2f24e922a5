import type { ReactNode } from 'react';
import { type Job, jobTypeLabel, routes } from '#contracts';
import { ConfirmDialog } from '#ui';
import { jobTexts } from '../../texts/operation-texts.ts';
import { useAdmin } from '../shared/admin-context.ts';
import { useAction } from '../shared/use-action.ts';
import { type ShownJob, scanText } from './job-scan.ts';

const { confirmation, feedback, errorMessages } = jobTexts;

/** Asks for confirmation, because stopping a job discards its progress. */
export function StopDialog(props: {
  readonly job: ShownJob;
  onClose(): void;
  onStopped(job: Job): void;
}): ReactNode {
  const { job, onClose } = props;
  const { api, notices } = useAdmin();
  const { run, busy } = useAction(errorMessages);
  const name = jobTypeLabel(job.jobType);
  const confirm = async (): Promise<void> => {
    const updated = await run(() => api.call(routes.stopJob, { params: { id: job.id } }));
    if (updated !== null) {
      // The job may have ended while the dialog was open.
      const ended = updated.status === 'COMPLETED' || updated.status === 'FAILED';
      notices.show(ended ? 'info' : 'success', ended ? feedback.endedBefore : feedback.stopped);
      props.onStopped(updated);
    }
    onClose();
  };
  return (
    <ConfirmDialog
      open
      title={confirmation.title(name, scanText(job))}
      confirmLabel={confirmation.confirm(name)}
      danger
      busy={busy}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      {job.status === 'IN_PROGRESS' ? confirmation.running : confirmation.queued}
    </ConfirmDialog>
  );
}
