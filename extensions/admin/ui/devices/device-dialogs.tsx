import { type ReactNode, useState } from 'react';
import { type ActivatedDevice, type Device, routes } from '#contracts';
import { ConfirmDialog } from '#ui';
import { deviceTexts } from '../../texts/device-texts.ts';
import { useAdmin } from '../admin-context.ts';
import { useAct } from '../use-act.ts';
import { CredentialsDialog } from './credentials.tsx';
import { DeviceDialog } from './device-dialog.tsx';

const { told, remove, again, page, refusals } = deviceTexts;

/** The dialog that is open, and for which device. */
export interface OpenDevice {
  readonly kind: 'edit' | 'activate' | 'delete';
  readonly device: Device;
}

/** The dialogs of the devices; one at a time. */
export function DeviceDialogs(props: {
  readonly open: OpenDevice | null;
  onClose(): void;
  /** Something was changed. */
  onDone(): void;
}): ReactNode {
  const { notices } = useAdmin();
  const [activated, setActivated] = useState<ActivatedDevice | null>(null);
  const { open, onClose, onDone } = props;
  if (activated !== null) {
    return <CredentialsDialog activated={activated} onClose={() => setActivated(null)} />;
  }
  if (open === null) return null;
  const done = (text: string): void => {
    notices.show('success', text);
    onClose();
    onDone();
  };
  if (open.kind === 'edit') {
    const saved = (device: Device): void => done(told.saved(device.serialNumber));
    return <DeviceDialog device={open.device} onClose={onClose} onSaved={saved} />;
  }
  return (
    <Question
      open={open}
      onClose={onClose}
      onDeleted={() => done(told.deleted(open.device.serialNumber))}
      onActivated={(made) => {
        setActivated(made);
        onClose();
        onDone();
      }}
    />
  );
}

function Question(props: {
  readonly open: OpenDevice;
  onClose(): void;
  onDeleted(): void;
  onActivated(made: ActivatedDevice): void;
}): ReactNode {
  const { device, kind } = props.open;
  const { api } = useAdmin();
  const act = useAct(refusals);
  const { id, version, serialNumber } = device;
  const isFirst = kind === 'activate' && device.activatedAt === null;
  const words = kind === 'delete' ? remove : again;
  const confirm = async (): Promise<void> => {
    if (kind === 'delete') {
      const gone = await act.run(() => api.call(routes.deleteDevice, { params: { id }, version }));
      return gone === null ? props.onClose() : props.onDeleted();
    }
    const made = await act.run(() => api.call(routes.activateDevice, { params: { id } }));
    return made === null ? props.onClose() : props.onActivated(made);
  };
  return (
    <ConfirmDialog
      open
      title={isFirst ? `${page.activate}: ${serialNumber}` : words.title(serialNumber)}
      confirmLabel={isFirst ? page.activate : words.confirm(serialNumber)}
      danger={!isFirst}
      busy={act.busy}
      onConfirm={() => void confirm()}
      onClose={props.onClose}
    >
      {isFirst ? page.activateText : words.text}
    </ConfirmDialog>
  );
}
