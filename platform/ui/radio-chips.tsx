import type { ReactNode } from 'react';
import { Label, Radio, RadioGroup } from 'react-aria-components/RadioGroup';
import field from './field.module.css';
import type { Option } from './options.ts';
import styles from './radio-chips.module.css';

export interface RadioChipsProps<Id extends string> {
  readonly label: string;
  readonly options: readonly Option<Id>[];
  /** Null: nothing is preselected. */
  readonly value: Id | null;
  readonly disabled?: boolean;
  readonly error?: string | null;
  onChange(value: Id): void;
}

/** One of a few, all in sight, as 32 px chips; arrow keys walk them. */
export function RadioChips<Id extends string>(props: RadioChipsProps<Id>): ReactNode {
  const error = props.error ?? null;
  return (
    <RadioGroup
      className={styles.group ?? ''}
      value={props.value}
      isDisabled={props.disabled ?? false}
      isInvalid={error !== null}
      onChange={(value) => {
        const chosen = props.options.find((option) => option.id === value);
        if (chosen !== undefined) props.onChange(chosen.id);
      }}
    >
      <Label className={field.label ?? ''}>{props.label}</Label>
      <div className={styles.chips}>
        {props.options.map((option) => (
          <Radio key={option.id} value={option.id} className={styles.chip ?? ''}>
            {option.label}
          </Radio>
        ))}
      </div>
      {error === null ? null : <p className={field.error}>{error}</p>}
    </RadioGroup>
  );
}
