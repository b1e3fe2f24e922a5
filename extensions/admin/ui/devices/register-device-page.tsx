import { type ReactNode, useId, useState } from 'react';
import { type ActivatedDevice, type Device, routes } from '#contracts';
import type { PanelProps } from '#core';
import { Button, Card, EmptyState, FieldError, Icon } from '#ui';
import { deviceTexts } from '../../texts/device-texts.ts';
import { useAdmin } from '../shared/admin-context.ts';
import { AdminFrame } from '../shared/admin-frame.tsx';
import { sectionPath } from '../shared/sections.ts';
import { useAction } from '../shared/use-action.ts';
import { Credentials } from './credentials.tsx';
import { DeviceFields } from './device-fields.tsx';
import styles from './register-device.module.css';
import { useDeviceForm } from './use-device-form.ts';

const { page } = deviceTexts;

/**
 * Registers a device in two steps: its fields, then its credentials. Back leads to administration.
 */
export function RegisterDevicePage({ context }: PanelProps): ReactNode {
  return (
    <AdminFrame context={context}>
      <RegisterDevice />
    </AdminFrame>
  );
}

/** Content of the page without its frame. */
export function RegisterDevice(): ReactNode {
  const { navigation, session } = useAdmin();
  const [device, setDevice] = useState<Device | null>(null);
  const [activated, setActivated] = useState<ActivatedDevice | null>(null);
  const back = (): void => navigation.go(sectionPath('devices'));
  if (!session.mayCall(routes.createDevice)) {
    return (
      <EmptyState icon="lock" text={page.notAllowed}>
        <Button onPress={back}>{page.back}</Button>
      </EmptyState>
    );
  }
  return (
    <div className={styles.page}>
      <div>
        <Button kind="quiet" onPress={back}>
          <Icon name="chevron-left" size={16} />
          {page.back}
        </Button>
      </div>
      <Card>
        <div className={styles.card}>
          <h2>{page.title}</h2>
          {device === null ? <RegistrationForm onSaved={setDevice} /> : null}
          {device !== null && activated === null ? (
            <Activation device={device} onActivated={setActivated} onSkip={back} />
          ) : null}
          {activated === null ? null : (
            <>
              <Credentials activated={activated} />
              <Button kind="primary" size={40} wide onPress={back}>
                {deviceTexts.credentials.done}
              </Button>
            </>
          )}
        </div>
      </Card>
    </div>
  );
}

function RegistrationForm({ onSaved }: { onSaved(device: Device): void }): ReactNode {
  const editing = useDeviceForm(null, onSaved);
  const formErrorId = useId();
  const { errors, busy } = editing;
  return (
    <form className={styles.card} onSubmit={editing.submit} noValidate>
      <p className={styles.note}>{page.steps}</p>
      <DeviceFields editing={editing} size={40} />
      {errors[''] === undefined ? null : <FieldError id={formErrorId}>{errors['']}</FieldError>}
      <Button kind="primary" type="submit" size={40} wide busy={busy}>
        {busy ? page.registering : page.register}
      </Button>
    </form>
  );
}

function Activation(props: {
  readonly device: Device;
  onActivated(activated: ActivatedDevice): void;
  onSkip(): void;
}): ReactNode {
  const { api } = useAdmin();
  const action = useAction(deviceTexts.errorMessages);
  const { id, serialNumber } = props.device;
  const activate = async (): Promise<void> => {
    const activated = await action.run(() => api.call(routes.activateDevice, { params: { id } }));
    if (activated !== null) props.onActivated(activated);
  };
  return (
    <>
      <p role="status">{page.registered(serialNumber)}</p>
      <p className={styles.note}>{page.activateText}</p>
      <Button
        kind="primary"
        size={40}
        wide
        autoFocus
        busy={action.busy}
        onPress={() => void activate()}
      >
        {action.busy ? page.activating : page.activate}
      </Button>
      <Button kind="quiet" size={40} wide onPress={() => props.onSkip()}>
        {page.later}
      </Button>
    </>
  );
}
