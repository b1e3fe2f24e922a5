import type { ReactNode } from 'react';
import { Button } from '../buttons/button.tsx';
import { dialogTexts } from '../texts/dialog-texts.ts';
import { Dialog, DialogActions } from './dialog.tsx';

export interface ConfirmDialogProps {
  readonly open: boolean;
  readonly title: string;
  /** What will happen and what is lost, in a sentence or two. */
  readonly children: ReactNode;
  /** The act in its own words, with whom or what it concerns: 'Delete study of Verhoeven'. */
  readonly confirmLabel: string;
  readonly danger?: boolean;
  /** The act is under way: nothing else can be pressed. */
  readonly busy?: boolean;
  onConfirm(): void;
  onClose(): void;
}

/** Asks before what can't be undone. A dangerous act never has the focus first. */
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
