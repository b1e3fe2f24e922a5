import type { ReactNode } from 'react';
import { Button } from '../buttons/button.tsx';
import { dialogTexts } from '../texts/dialog-texts.ts';
import { Dialog, DialogActions } from './dialog.tsx';

export interface ConfirmDialogProps {
  readonly open: boolean;
  readonly title: string;
  /** Consequences of the action, in at most two sentences. */
  readonly children: ReactNode;
  /** The action with its object: 'Delete study of Verhoeven'. */
  readonly confirmLabel: string;
  readonly danger?: boolean;
  /** True while the action runs; disables all input. */
  readonly busy?: boolean;
  onConfirm(): void;
  onClose(): void;
}

/** Asks before an irreversible action. A dangerous action is never focused initially. */
export function ConfirmDialog(props: ConfirmDialogProps): ReactNode {
  const { danger = false, busy = false } = props;
  return (
    <Dialog
      title={props.title}
      open={props.open}
      role="alertdialog"
      dismissable={!busy}
      onClose={props.onClose}
    >
      <div>{props.children}</div>
      <DialogActions>
        <Button autoFocus={danger} disabled={busy} onPress={() => props.onClose()}>
          {dialogTexts.cancel}
        </Button>
        <Button
          kind={danger ? 'danger' : 'primary'}
          autoFocus={!danger}
          busy={busy}
          onPress={() => props.onConfirm()}
        >
          {props.confirmLabel}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
