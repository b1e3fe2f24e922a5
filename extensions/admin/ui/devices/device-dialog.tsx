import type { ReactNode } from 'react';
import type { Device } from '#contracts';
import { adminTexts } from '../../texts/admin-texts.ts';
import { deviceTexts } from '../../texts/device-texts.ts';
import { EditDialog } from '../shared/edit-dialog.tsx';
import { EditForm } from '../shared/edit-form.tsx';
import { DeviceFields } from './device-fields.tsx';
import { useDeviceForm } from './use-device-form.ts';

const { form } = deviceTexts;
const FIELDS = ['serialNumber', 'model'] as const;

interface DeviceDialogProps {
  readonly device: Device;
  onClose(): void;
  onSaved(saved: Device): void;
}

/** Edits serial number and name of a device. */
export function DeviceDialog(props: DeviceDialogProps): ReactNode {
  return (
    <EditDialog title={form.edit(props.device.serialNumber)} onClose={props.onClose}>
      <DeviceForm {...props} />
    </EditDialog>
  );
}

function DeviceForm({ device, onSaved }: DeviceDialogProps): ReactNode {
  const editing = useDeviceForm(device, onSaved);
  return (
    <EditForm
      editing={editing}
      submitLabel={editing.busy ? adminTexts.saving : adminTexts.save}
      differing={(theirs) =>
        FIELDS.filter((field) => editing.entries[field] !== theirs[field]).map((field) => ({
          field: form[field],
          value: theirs[field],
        }))
      }
    >
      <DeviceFields editing={editing} />
    </EditForm>
  );
}
