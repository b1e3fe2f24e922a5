import type { ReactNode } from 'react';
import type { ActivatedDevice } from '#contracts';
import { Button, Dialog, DialogActions } from '#ui';
import { deviceTexts } from '../../texts/device-texts.ts';
import { CopyButton } from '../copy-button.tsx';
import styles from '../dashboard.module.css';

const texts = deviceTexts.credentials;

/** What a device signs in with, shown this once. Escape does not take it away. */
export function CredentialsDialog(props: {
  readonly activated: ActivatedDevice;
  onClose(): void;
}): ReactNode {
  const { device } = props.activated;
  return (
    <Dialog
      title={texts.title(device.serialNumber)}
      open
      dismissable={false}
      onClose={props.onClose}
    >
      <Credentials activated={props.activated} />
      <DialogActions>
        <Button kind="primary" onPress={() => props.onClose()}>
          {texts.done}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** The same without a dialog around. */
export function Credentials({ activated }: { readonly activated: ActivatedDevice }): ReactNode {
  const { device, token } = activated;
  const facts = [
    [texts.organizationId, device.organizationId],
    [texts.deviceId, device.id],
    [texts.token, token],
  ] as const;
  return (
    <div className={styles.form}>
      <p>{texts.once}</p>
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name} className={styles.fact}>
            <dt>{name}</dt>
            <dd className={styles.mono}>{value}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.note}>{texts.warning}</p>
      <div className={styles.acts}>
        <CopyButton
          label={texts.copyAll}
          text={facts.map(([name, value]) => `${name}: ${value}`).join('\n')}
        />
      </div>
    </div>
  );
}
