import type { ReactNode } from 'react';
import { type Device, routes } from '#contracts';
import { ConfirmDialog } from '#ui';
import { deviceTexts } from '../../texts/device-texts.ts';
import { useAdmin } from '../shared/admin-context.ts';
import { useAction } from '../shared/use-action.ts';
import { useSuccess } from '../shared/use-success.ts';
import { ActivateDialog } from './activate-dialog.tsx';
import { DeviceDialog } from './device-dialog.tsx';

const { feedback, remove, errorMessages } = deviceTexts;

/** The open dialog and its device. */
export interface OpenDevice {
  readonly kind: 'edit' | 'activate' | 'delete';
  readonly device: Device;
}

/** Dialogs of the devices section; at most one is open. */
export function DeviceDialogs(props: {
  readonly open: OpenDevice | null;
  onClose(): void;
  /** Called after a successful change. */
  onDone(): void;
}): ReactNode {
  const done = useSuccess(props);
  const { open, onClose, onDone } = props;
  if (open === null) return null;
  const { kind, device } = open;
  if (kind === 'activate') {
    return <ActivateDialog device={device} onClose={onClose} onActivated={onDone} />;
  }
  if (kind === 'edit') {
    const onSaved = (saved: Device): void => done(feedback.saved(saved.serialNumber));
    return <DeviceDialog device={device} onClose={onClose} onSaved={onSaved} />;
  }
  const deleted = (): void => done(feedback.deleted(device.serialNumber));
  return <Deletion device={device} onClose={onClose} onDeleted={deleted} />;
}

function Deletion(props: {
  readonly device: Device;
  onClose(): void;
  onDeleted(): void;
}): ReactNode {
  const { id, version, serialNumber } = props.device;
  const { api } = useAdmin();
  const action = useAction(errorMessages);
  const confirm = async (): Promise<void> => {
    const deleted = await action.run(() =>
      api.call(routes.deleteDevice, { params: { id }, version }),
    );
    if (deleted === null) props.onClose();
    else props.onDeleted();
  };
  return (
    <ConfirmDialog
      open
      title={remove.title(serialNumber)}
      confirmLabel={remove.confirm(serialNumber)}
      danger
      busy={action.busy}
      onConfirm={() => void confirm()}
      onClose={props.onClose}
    >
      {remove.text}
    </ConfirmDialog>
  );
}
