import type { ReactNode } from 'react';
import { Radio, RadioGroup } from 'react-aria-components/RadioGroup';
import { AriaLabel, AriaNotes, type FieldProps, hiddenName } from './aria-field.tsx';
import styles from './chips.module.css';
import type { Option } from './options.ts';

export interface RadioChipsProps<Id extends string> extends FieldProps {
  readonly options: readonly Option<Id>[];
  /** Null without a selection. */
  readonly value: Id | null;
  onChange(value: NoInfer<Id>): void;
}

/** A radio group of 32 px chips; arrow keys move the selection. */
export function RadioChips<Id extends string>(props: RadioChipsProps<Id>): ReactNode {
  return (
    <RadioGroup
      {...hiddenName(props)}
      className={styles.group ?? ''}
      value={props.value}
      isDisabled={props.disabled ?? false}
      isRequired={props.required ?? false}
      isInvalid={(props.error ?? null) !== null}
      onChange={(value) => {
        const selected = props.options.find((option) => option.id === value);
        if (selected !== undefined) props.onChange(selected.id);
      }}
    >
      <AriaLabel {...props} />
      <div className={styles.chips}>
        {props.options.map((option) => (
          <Radio key={option.id} value={option.id} className={styles.chip ?? ''}>
            {option.label}
          </Radio>
        ))}
      </div>
      <AriaNotes {...props} />
    </RadioGroup>
  );
}
