import type { ReactNode } from 'react';
import { dialogTexts } from '../texts/dialog-texts.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';

const texts = dialogTexts.discard;

/** Asks before a form with entries that are not saved is closed. Render inside the form's dialog. */
export function DiscardDialog(props: {
  readonly open: boolean;
  onDiscard(): void;
  onClose(): void;
}): ReactNode {
  return (
    <ConfirmDialog
      open={props.open}
      danger
      title={texts.title}
      confirmLabel={texts.confirm}
      onConfirm={props.onDiscard}
      onClose={props.onClose}
    >
      {texts.warning}
    </ConfirmDialog>
  );
}
