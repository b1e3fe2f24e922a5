import type { ReactNode } from 'react';
import { IconButton, type Option, RadioChips } from '#ui';
import styles from './forms.module.css';

export interface ClearableChipsProps<Id extends string> {
  readonly label: string;
  readonly clearLabel: string;
  readonly options: readonly Option<Id>[];
  readonly value: Id | null;
  readonly error?: string | null;
  onChange(value: Id | null): void;
}

/**
 * Chips for selecting one or no value; unknown stays unselected, because a default would look like
 * an answer.
 */
export function ClearableChips<Id extends string>(props: ClearableChipsProps<Id>): ReactNode {
  return (
    <div className={styles.chipsWithClear}>
      <RadioChips<Id>
        label={props.label}
        options={props.options}
        value={props.value}
        error={props.error ?? null}
        onChange={props.onChange}
      />
      {props.value === null ? null : (
        <IconButton icon="close" label={props.clearLabel} onPress={() => props.onChange(null)} />
      )}
    </div>
  );
}
