import { type ReactNode, useState } from 'react';
import { Button, Dialog, DialogActions } from '#ui';
import { recordTexts } from '../texts/record-texts.ts';
import { ReasonField } from './reason-field.tsx';
import { type NamedScan, ScanDetails } from './scan-details.tsx';
import styles from './scans.module.css';

/**
 * Dialog that names a scan and asks for the reason of its change. Stays open with all entries if
 * the change is rejected.
 */
export function ChangeForm(
  props: NamedScan & {
    readonly title: string;
    readonly confirm: { readonly label: string; readonly kind: 'primary' | 'danger' };
    /** False while the form holds no change. */
    readonly isReady: boolean;
    readonly autoFocus?: boolean;
    readonly children: ReactNode;
    onClose(): void;
    /** Sends the change; returns false if rejected. */
    send(reason: string): Promise<boolean>;
  },
): ReactNode {
  const { confirm, onClose } = props;
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  const run = async (): Promise<void> => {
    setBusy(true);
    const isDone = await props.send(reason);
    setBusy(false);
    if (isDone) onClose();
  };
  return (
    <Dialog open title={props.title} dismissable={!busy} onClose={onClose}>
      <div className={styles.form}>
        <ScanDetails scan={props.scan} patient={props.patient} />
        {props.children}
        <ReasonField value={reason} autoFocus={props.autoFocus ?? false} onChange={setReason} />
      </div>
      <DialogActions>
        <Button disabled={busy} onPress={onClose}>
          {recordTexts.cancel}
        </Button>
        <Button
          kind={confirm.kind}
          busy={busy}
          disabled={!props.isReady || reason.trim() === ''}
          onPress={() => void run()}
        >
          {confirm.label}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
