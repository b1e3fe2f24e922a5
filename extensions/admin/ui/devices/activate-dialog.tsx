import { type ReactNode, useState } from 'react';
import { type ActivatedDevice, type Device, routes } from '#contracts';
import { Button, Dialog, DialogActions } from '#ui';
import { adminTexts } from '../../texts/admin-texts.ts';
import { deviceTexts } from '../../texts/device-texts.ts';
import { useAdmin } from '../shared/admin-context.ts';
import { useAction } from '../shared/use-action.ts';
import { Credentials } from './credentials.tsx';

const { again, page, credentials, errorMessages } = deviceTexts;

interface ActivateDialogProps {
  readonly device: Device;
  onClose(): void;
  /** Called after the device received new credentials. */
  onActivated(): void;
}

/**
 * Asks for confirmation, activates the device and shows its credentials, which the server returns
 * only once; Escape does not close the credentials.
 * Uses one dialog for both steps, so that focus returns to the element that opened it.
 */
export function ActivateDialog({ device, onClose, onActivated }: ActivateDialogProps): ReactNode {
  const { api } = useAdmin();
  const { run, busy } = useAction(errorMessages);
  const [activated, setActivated] = useState<ActivatedDevice | null>(null);
  const { id, serialNumber } = device;
  const isFirst = device.activatedAt === null;
  const confirmTitle = isFirst ? `${page.activate}: ${serialNumber}` : again.title(serialNumber);
  const activate = async (): Promise<void> => {
    const response = await run(() => api.call(routes.activateDevice, { params: { id } }));
    if (response === null) return onClose();
    setActivated(response);
    onActivated();
  };
  return (
    <Dialog
      title={activated === null ? confirmTitle : credentials.title(serialNumber)}
      role={activated === null ? 'alertdialog' : 'dialog'}
      open
      dismissable={activated === null && !busy}
      onClose={onClose}
    >
      {activated === null ? (
        <Confirmation
          device={device}
          busy={busy}
          onConfirm={() => void activate()}
          onClose={onClose}
        />
      ) : (
        <>
          <Credentials activated={activated} autoFocus />
          <DialogActions>
            <Button kind="primary" onPress={onClose}>
              {credentials.done}
            </Button>
          </DialogActions>
        </>
      )}
    </Dialog>
  );
}

/** Focuses Cancel for an active device, because new credentials disconnect the device. */
function Confirmation(props: {
  readonly device: Device;
  readonly busy: boolean;
  onConfirm(): void;
  onClose(): void;
}): ReactNode {
  const { device, busy } = props;
  const isFirst = device.activatedAt === null;
  return (
    <>
      <div>{isFirst ? page.activateText : again.text}</div>
      <DialogActions>
        <Button autoFocus={!isFirst} disabled={busy} onPress={() => props.onClose()}>
          {adminTexts.cancel}
        </Button>
        <Button
          kind={isFirst ? 'primary' : 'danger'}
          autoFocus={isFirst}
          busy={busy}
          onPress={() => props.onConfirm()}
        >
          {isFirst ? page.activate : again.confirm(device.serialNumber)}
        </Button>
      </DialogActions>
    </>
  );
}
