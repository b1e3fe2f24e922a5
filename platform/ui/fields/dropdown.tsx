import type { ReactNode } from 'react';
import { Select } from 'react-aria-components/Select';
import { fieldTexts } from '../texts/field-texts.ts';
import { AriaLabel, AriaNotes, type FieldProps, hiddenName } from './aria-field.tsx';
import { DropdownPopup, DropdownTrigger } from './dropdown-parts.tsx';
import styles from './field.module.css';
import { allOptions, type Choices, NO_OPTION, type Option } from './options.ts';

export type DropdownProps<Id extends string> = FieldProps &
  Choices<Id> & { readonly value: Id | null } & (
    | { readonly nonNullable?: false; onChange(value: NoInfer<Id> | null): void }
    | {
        /** Always has a selection: an empty choice is neither offered nor accepted. */
        readonly nonNullable: true;
        onChange(value: NoInfer<Id>): void;
      }
  );

/** Selects a single option in a popup. Shows '--select one--' without a selection. */
export function Dropdown<Id extends string>(props: DropdownProps<Id>): ReactNode {
  const options: readonly Option<Id>[] = allOptions(props);
  const selected = options.find((option) => option.id === props.value) ?? null;
  const select = (key: unknown): void => {
    const picked = options.find((option) => option.id === key) ?? null;
    if (props.nonNullable !== true) props.onChange(picked?.id ?? null);
    else if (picked !== null) props.onChange(picked.id);
  };
  return (
    <Select
      {...hiddenName(props)}
      className={styles.field ?? ''}
      value={props.value}
      isDisabled={props.disabled ?? false}
      isRequired={props.required ?? false}
      isInvalid={(props.error ?? null) !== null}
      placeholder={fieldTexts.selectOne}
      onChange={select}
    >
      <AriaLabel {...props} />
      <DropdownTrigger text={selected?.label ?? null} invalid={(props.error ?? null) !== null} />
      <AriaNotes {...props} />
      <DropdownPopup choices={props} empty={props.nonNullable === true ? null : NO_OPTION} />
    </Select>
  );
}
