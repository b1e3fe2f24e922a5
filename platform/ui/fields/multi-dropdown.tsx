import type { ReactNode } from 'react';
import { Select } from 'react-aria-components/Select';
import { fieldTexts } from '../texts/field-texts.ts';
import { AriaLabel, AriaNotes, type FieldProps, hiddenName } from './aria-field.tsx';
import { DropdownPopup, DropdownTrigger } from './dropdown-parts.tsx';
import styles from './field.module.css';
import { allOptions, type Choices, type Option } from './options.ts';

export type MultiDropdownProps<Id extends string> = FieldProps &
  Choices<Id> & {
    readonly values: readonly Id[];
    /** Maximum number of selected options. */
    readonly max?: number;
    onChange(values: readonly NoInfer<Id>[]): void;
  };

/** Selects several options in a popup that stays open; the result is in list order. */
export function MultiDropdown<Id extends string>(props: MultiDropdownProps<Id>): ReactNode {
  const options: readonly Option<Id>[] = allOptions(props);
  const selected = options.filter((option) => props.values.includes(option.id));
  const full = props.max !== undefined && selected.length >= props.max;
  const invalid = (props.error ?? null) !== null;
  return (
    <Select
      {...hiddenName(props)}
      className={styles.field ?? ''}
      selectionMode="multiple"
      value={[...props.values]}
      disabledKeys={
        full ? options.filter((option) => !selected.includes(option)).map(({ id }) => id) : []
      }
      isDisabled={props.disabled ?? false}
      isRequired={props.required ?? false}
      isInvalid={invalid}
      placeholder={fieldTexts.selectOne}
      onChange={(keys) => {
        props.onChange(options.filter(({ id }) => keys.includes(id)).map(({ id }) => id));
      }}
    >
      <AriaLabel {...props} />
      <DropdownTrigger
        text={selected[0]?.label ?? null}
        more={selected.length > 1 ? fieldTexts.more(selected.length - 1) : null}
        invalid={invalid}
      />
      <AriaNotes {...props} />
      <DropdownPopup
        choices={props}
        empty={null}
        note={full && props.max !== undefined ? fieldTexts.maxSelected(props.max) : null}
      />
    </Select>
  );
}
