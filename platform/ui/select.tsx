import { Check, ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import {
  Select as AriaSelect,
  Button,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  SelectValue,
} from 'react-aria-components/Select';
import styles from './field.module.css';
import popover from './popover.module.css';

export interface Option<Id extends string> {
  readonly id: Id;
  readonly label: string;
}

export interface SelectProps<Id extends string> {
  readonly label: string;
  readonly options: readonly Option<Id>[];
  readonly value: Id | null;
  readonly disabled?: boolean;
  readonly help?: string;
  readonly error?: string | null;
  onChange(value: Id): void;
}

/** One of a list, in a popup. Nothing chosen reads '--select one--'. */
export function Select<Id extends string>(props: SelectProps<Id>): ReactNode {
  const error = props.error ?? null;
  return (
    <AriaSelect
      className={styles.field ?? ''}
      value={props.value}
      isDisabled={props.disabled ?? false}
      isInvalid={error !== null}
      placeholder="--select one--"
      onChange={(key) => {
        const chosen = props.options.find((option) => option.id === key);
        if (chosen !== undefined) props.onChange(chosen.id);
      }}
    >
      <Label className={styles.label ?? ''}>{props.label}</Label>
      <Button className={popover.trigger ?? ''}>
        <SelectValue className={popover.value ?? ''} />
        <ChevronDown size={16} strokeWidth={1.5} aria-hidden />
      </Button>
      {props.help === undefined ? null : <p className={styles.help}>{props.help}</p>}
      {error === null ? null : <p className={styles.error}>{error}</p>}
      <Popover className={popover.popover ?? ''} offset={4}>
        <ListBox items={props.options}>
          {(option) => (
            <ListBoxItem id={option.id} textValue={option.label} className={popover.item ?? ''}>
              {({ isSelected }) => (
                <>
                  {option.label}
                  {isSelected ? (
                    <span className={popover.check}>
                      <Check size={16} strokeWidth={1.5} aria-hidden />
                    </span>
                  ) : null}
                </>
              )}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}
