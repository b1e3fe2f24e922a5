import type { ReactNode } from 'react';
import type { ActivatedDevice } from '#contracts';
import { deviceTexts } from '../../texts/device-texts.ts';
import { CopyButton } from '../shared/copy-button.tsx';
import styles from '../shared/dashboard.module.css';

const texts = deviceTexts.credentials;

/** Shows the credentials of a device, which the server returns only once. */
export function Credentials(props: {
  readonly activated: ActivatedDevice;
  /**
   * Focuses the copy button; the button that closes the credentials never has the initial focus.
   */
  readonly autoFocus?: boolean;
}): ReactNode {
  const { device, token } = props.activated;
  const details = [
    [texts.organizationId, device.organizationId],
    [texts.deviceId, device.id],
    [texts.token, token],
  ] as const;
  return (
    <div className={styles.form}>
      <p>{texts.once}</p>
      <dl className={styles.details}>
        {details.map(([name, value]) => (
          <div key={name} className={styles.detail}>
            <dt>{name}</dt>
            <dd className={styles.mono}>{value}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.note}>{texts.warning}</p>
      <div className={styles.actions}>
        <CopyButton
          label={texts.copyAll}
          autoFocus={props.autoFocus ?? false}
          text={details.map(([name, value]) => `${name}: ${value}`).join('\n')}
        />
      </div>
    </div>
  );
}
