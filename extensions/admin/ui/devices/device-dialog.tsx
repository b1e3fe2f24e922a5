import { type ReactNode, useId } from 'react';
import type { Device } from '#contracts';
import { Button, Dialog, DialogActions, FieldError } from '#ui';
import { adminTexts } from '../../texts/admin-texts.ts';
import { deviceTexts } from '../../texts/device-texts.ts';
import { ConflictCard } from '../conflict-card.tsx';
import styles from '../dashboard.module.css';
import { DeviceFields } from './device-fields.tsx';
import { useDeviceForm } from './use-device-form.ts';

const { form } = deviceTexts;
const FIELDS = ['serialNumber', 'model'] as const;

interface DeviceDialogProps {
  readonly device: Device;
  onClose(): void;
  onSaved(saved: Device): void;
}

/** Changes serial number and name of a device. */
export function DeviceDialog(props: DeviceDialogProps): ReactNode {
  return (
    <Dialog title={form.edit(props.device.serialNumber)} open onClose={props.onClose}>
      <DeviceForm {...props} />
    </Dialog>
  );
}

function DeviceForm({ device, onClose, onSaved }: DeviceDialogProps): ReactNode {
  const editing = useDeviceForm(device, onSaved);
  const { entries, errors, theirs, busy } = editing;
  const wholeId = useId();
  return (
    <form className={styles.form} onSubmit={editing.submit} noValidate>
      <DeviceFields editing={editing} />
      {theirs === null ? null : (
        <ConflictCard
          theirs={FIELDS.filter((field) => entries[field] !== theirs[field]).map((field) => ({
            field: form[field],
            value: theirs[field],
          }))}
          onTakeTheirs={editing.takeTheirs}
          onKeepMine={editing.keepMine}
        />
      )}
      {errors[''] === undefined ? null : <FieldError id={wholeId}>{errors['']}</FieldError>}
      <DialogActions>
        <Button onPress={onClose}>{adminTexts.cancel}</Button>
        {theirs === null ? (
          <Button kind="primary" type="submit" busy={busy}>
            {busy ? adminTexts.saving : adminTexts.save}
          </Button>
        ) : null}
      </DialogActions>
    </form>
  );
}
