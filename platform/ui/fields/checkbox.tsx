import Check from 'lucide-react/icons/check';
import type { ReactNode } from 'react';
import { CheckboxButton, CheckboxField } from 'react-aria-components/Checkbox';
import { AriaNotes, type FieldProps, hiddenName } from './aria-field.tsx';
import styles from './checkbox.module.css';
import { RequiredMark } from './required-mark.tsx';

export interface CheckboxProps extends FieldProps {
  readonly checked: boolean;
  onChange(checked: boolean): void;
}

/** A yes/no value saved with its form. Use `Switch` for immediate effect. */
export function Checkbox(props: CheckboxProps): ReactNode {
  return (
    <CheckboxField
      {...hiddenName(props)}
      className={styles.field ?? ''}
      isSelected={props.checked}
      isDisabled={props.disabled ?? false}
      isRequired={props.required ?? false}
      isInvalid={(props.error ?? null) !== null}
      onChange={(checked) => props.onChange(checked)}
    >
      <CheckboxButton className={styles.button ?? ''}>
        <span className={styles.box}>
          <Check size={14} strokeWidth={2} aria-hidden />
        </span>
        {props.labelHidden === true ? null : (
          <span>
            {props.label}
            <RequiredMark required={props.required} />
          </span>
        )}
      </CheckboxButton>
      <div className={styles.notes}>
        <AriaNotes {...props} />
      </div>
    </CheckboxField>
  );
}
