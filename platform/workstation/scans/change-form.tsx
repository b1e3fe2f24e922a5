import { type ReactNode, useId, useState } from 'react';
import type { Result } from '#foundation';
import { Button, Dialog, DialogActions, FieldError } from '#ui';
import type { ShownErrors } from '../forms/use-field-errors.ts';
import type { FieldErrors } from '../patients/shared/field-errors.ts';
import { recordTexts } from '../texts/record-texts.ts';
import { isReason, ReasonField } from './reason-field.tsx';
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
    readonly errors: ShownErrors;
    readonly children: ReactNode;
    onClose(): void;
    /** Sends the change; the fields show the errors of a rejection. */
    send(reason: string): Promise<Result<unknown, FieldErrors>>;
  },
): ReactNode {
  const { confirm, errors, onClose } = props;
  const formErrorId = useId();
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  const run = async (): Promise<void> => {
    setBusy(true);
    errors.show();
    const result = await props.send(reason);
    setBusy(false);
    if (result.ok) onClose();
    else errors.show(result.problem);
  };
  return (
    <Dialog open title={props.title} dismissable={!busy} onClose={onClose}>
      <div className={styles.form}>
        <ScanDetails scan={props.scan} patient={props.patient} />
        {props.children}
        <ReasonField
          value={reason}
          autoFocus={props.autoFocus ?? false}
          error={errors.of.reason ?? null}
          onChange={(text) => {
            setReason(text);
            errors.clear('reason');
          }}
        />
        {errors.of[''] === undefined ? null : (
          <FieldError id={formErrorId} alert>
            {errors.of['']}
          </FieldError>
        )}
      </div>
      <DialogActions>
        <Button disabled={busy} onPress={onClose}>
          {recordTexts.cancel}
        </Button>
        <Button
          kind={confirm.kind}
          busy={busy}
          disabled={!props.isReady || !isReason(reason)}
          onPress={() => void run()}
        >
          {confirm.label}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
