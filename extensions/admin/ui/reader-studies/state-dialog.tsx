import type { ReactNode } from 'react';
import { type ReaderStudy, routes } from '#contracts';
import { ConfirmDialog } from '#ui';
import { readerStudyTexts } from '../../texts/reader-study-texts.ts';
import { useAdmin } from '../shared/admin-context.ts';
import { useAction } from '../shared/use-action.ts';

const { actions, confirm, feedback } = readerStudyTexts;

export type StateChange = 'open' | 'close' | 'delete';

const FEEDBACK = { open: feedback.opened, close: feedback.closed, delete: feedback.deleted };

interface StateDialogProps {
  readonly study: ReaderStudy;
  readonly change: StateChange;
  onClose(): void;
  /** Called after the change with the text of its notice. */
  onChanged(text: string): void;
}

/** Asks before a reader study is opened, closed or deleted. */
export function StateDialog({ study, change, onClose, onChanged }: StateDialogProps): ReactNode {
  const { api } = useAdmin();
  const { run, busy } = useAction();
  const { id, name, version, caseCount, readerIds } = study;
  const params = { id };
  const calls = {
    open: () => api.call(routes.openReaderStudy, { params }),
    close: () => api.call(routes.closeReaderStudy, { params }),
    delete: () => api.call(routes.deleteReaderStudy, { params, version }),
  };
  const texts = {
    open: confirm.openText(caseCount, readerIds.length),
    close: confirm.closeText,
    delete: confirm.deleteText,
  };
  const apply = async (): Promise<void> => {
    const changed = await run(calls[change]);
    if (changed === null) onClose();
    else onChanged(FEEDBACK[change]);
  };
  return (
    <ConfirmDialog
      open
      title={confirm[change](name)}
      confirmLabel={actions[change]}
      danger={change !== 'open'}
      busy={busy}
      onConfirm={() => void apply()}
      onClose={onClose}
    >
      {texts[change]}
    </ConfirmDialog>
  );
}
