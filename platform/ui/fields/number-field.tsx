import type { ReactNode } from 'react';
import { NumberField as AriaNumberField, Group, Input } from 'react-aria-components/NumberField';
import { AriaLabel, AriaNotes, type FieldProps, hiddenName } from './aria-field.tsx';
import field from './field.module.css';
import styles from './slider.module.css';

export interface NumberFieldProps extends Pick<FieldProps, 'label' | 'labelHidden' | 'error'> {
  readonly value: number;
  readonly min?: number;
  readonly max?: number;
  readonly step?: number;
  /** Number of decimals; 0 by default. */
  readonly digits?: number;
  readonly unit?: string;
  readonly disabled?: boolean;
  /** Called on Enter, blur and arrow keys with a value within the limits. */
  onChange(value: number): void;
}

/** A number input with unit, 24 px high, for the footer of a view or for a form. */
export function NumberField(props: NumberFieldProps): ReactNode {
  const digits = props.digits ?? 0;
  return (
    <AriaNumberField
      {...hiddenName(props)}
      className={field.field ?? ''}
      value={props.value}
      {...(props.min === undefined ? {} : { minValue: props.min })}
      {...(props.max === undefined ? {} : { maxValue: props.max })}
      {...(props.step === undefined ? {} : { step: props.step })}
      isDisabled={props.disabled ?? false}
      isInvalid={(props.error ?? null) !== null}
      formatOptions={{
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
        useGrouping: false,
      }}
      onChange={(value) => {
        if (Number.isFinite(value)) props.onChange(value);
      }}
    >
      <AriaLabel {...props} />
      <Group className={styles.number ?? ''}>
        <Input className={styles.numberInput ?? ''} />
        {props.unit === undefined ? null : <span className={styles.unit}>{props.unit}</span>}
      </Group>
      <AriaNotes error={props.error ?? null} />
    </AriaNumberField>
  );
}
