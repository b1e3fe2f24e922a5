import type { ReactNode } from 'react';
import { Button, Checkbox, FieldError, MultiDropdown } from '#ui';
import { recordTexts } from '../texts/record-texts.ts';
import styles from './forms.module.css';
import type { Lists } from './use-lists.ts';

/** Maximum number of items shown inline, which is faster than opening a list. */
const MAX_INLINE_ITEMS = 16;

export interface ListFieldProps {
  readonly label: string;
  readonly lists: Lists;
  readonly listId: string;
  readonly values: readonly string[];
  readonly error?: string | null;
  onChange(values: readonly string[]): void;
}

/**
 * Field for selecting several items of a site list; keeps selected items that are no longer
 * offered.
 */
export function ListField(props: ListFieldProps): ReactNode {
  const { lists, listId, label, values, error = null } = props;
  const offered = lists.options(listId);
  const removed = values.filter((id) => offered.every((option) => option.id !== id));
  const options = [...offered, ...removed.map((id) => ({ id, label: id }))];
  if (lists.problem !== null) {
    return (
      <div className={styles.group}>
        <FieldError id={`list-${listId}`}>
          {recordTexts.listFailed} {lists.problem.title}
        </FieldError>
        <Button onPress={lists.refresh}>{recordTexts.tryAgain}</Button>
      </div>
    );
  }
  if (options.length > MAX_INLINE_ITEMS) {
    return (
      <MultiDropdown
        label={label}
        options={options}
        values={values}
        error={error}
        onChange={props.onChange}
      />
    );
  }
  const toggle = (id: string, checked: boolean): void =>
    props.onChange(checked ? [...values, id] : values.filter((value) => value !== id));
  return (
    <fieldset className={styles.list} data-invalid={error === null ? undefined : true}>
      <legend>{label}</legend>
      <div className={styles.items}>
        {options.map((option) => (
          <Checkbox
            key={option.id}
            label={option.label}
            checked={values.includes(option.id)}
            onChange={(checked) => toggle(option.id, checked)}
          />
        ))}
      </div>
      {error === null ? null : <FieldError id={`list-${listId}`}>{error}</FieldError>}
    </fieldset>
  );
}
