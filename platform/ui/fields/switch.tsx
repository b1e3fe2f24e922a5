import Lock from 'lucide-react/icons/lock';
import type { ReactNode } from 'react';
import { SwitchButton, SwitchField, Text } from 'react-aria-components/Switch';
import { VisuallyHidden } from 'react-aria-components/VisuallyHidden';
import { fieldTexts } from '../texts/field-texts.ts';
import { AriaNotes, type FieldProps, hiddenName } from './aria-field.tsx';
import styles from './switch.module.css';

export interface SwitchProps extends FieldProps {
  readonly checked: boolean;
  /**
   * Reason why the switch is locked. A locked switch stays focusable, so that screen readers
   * announce the reason.
   */
  readonly locked?: string;
  onChange(checked: boolean): void;
}

/** An on/off value with immediate effect. */
export function Switch(props: SwitchProps): ReactNode {
  const { locked } = props;
  return (
    <SwitchField
      {...hiddenName(props)}
      className={styles.field ?? ''}
      isSelected={props.checked}
      isDisabled={props.disabled ?? false}
      isReadOnly={locked !== undefined}
      isInvalid={(props.error ?? null) !== null}
      onChange={(checked) => props.onChange(checked)}
    >
      <SwitchButton className={styles.button ?? ''}>
        <span className={styles.track}>
          <span className={styles.thumb} />
        </span>
        {props.labelHidden === true ? null : <span>{props.label}</span>}
        {locked === undefined ? null : (
          <span className={styles.lock} title={locked}>
            <Lock size={14} strokeWidth={1.5} aria-hidden />
          </span>
        )}
      </SwitchButton>
      {locked === undefined ? null : <LockReason reason={locked} hidden={props.labelHidden} />}
      <div className={styles.notes}>
        {locked === undefined ? (
          <AriaNotes {...props} />
        ) : (
          <AriaNotes {...(props.error === undefined ? {} : { error: props.error })} />
        )}
      </div>
    </SwitchField>
  );
}

function LockReason(props: {
  readonly reason: string;
  readonly hidden: boolean | undefined;
}): ReactNode {
  const reason = (
    <Text slot="description" elementType="p" className={styles.reason ?? ''}>
      {fieldTexts.locked}: {props.reason}
    </Text>
  );
  return props.hidden === true ? <VisuallyHidden>{reason}</VisuallyHidden> : reason;
}
