import type { ReactNode } from 'react';
import { type DatasetExport, routes } from '#contracts';
import { stampOf } from '#foundation';
import { ConfirmDialog } from '#ui';
import { datasetTexts } from '../../texts/dataset-texts.ts';
import { useAdmin } from '../shared/admin-context.ts';
import { useAction } from '../shared/use-action.ts';

const { confirmation, feedback } = datasetTexts;

/** Asks for confirmation, because stopping an export discards its progress. */
export function StopExportDialog(props: {
  readonly dataset: DatasetExport;
  onClose(): void;
  onStopped(dataset: DatasetExport): void;
}): ReactNode {
  const { dataset, onClose } = props;
  const { api, notices } = useAdmin();
  const { run, busy } = useAction();
  const confirm = async (): Promise<void> => {
    const { id } = dataset;
    const updated = await run(() => api.call(routes.cancelDatasetExport, { params: { id } }));
    if (updated !== null) {
      // The export may have ended while the dialog was open.
      const ended = updated.status === 'COMPLETED' || updated.status === 'FAILED';
      notices.show(ended ? 'info' : 'success', ended ? feedback.endedBefore : feedback.stopped);
      props.onStopped(updated);
    }
    onClose();
  };
  return (
    <ConfirmDialog
      open
      title={confirmation.title(stampOf(dataset.createdAt))}
      confirmLabel={confirmation.confirm}
      danger
      busy={busy}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      {dataset.status === 'IN_PROGRESS' ? confirmation.running : confirmation.queued}
    </ConfirmDialog>
  );
}
