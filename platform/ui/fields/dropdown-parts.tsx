import Check from 'lucide-react/icons/check';
import ChevronDown from 'lucide-react/icons/chevron-down';
import type { ReactNode } from 'react';
import { Header } from 'react-aria-components/Header';
import {
  Button,
  Collection,
  ListBox,
  ListBoxItem,
  ListBoxSection,
  Popover,
  SelectValue,
} from 'react-aria-components/Select';
import { classNames } from '../styles/class-names.ts';
import popover from '../styles/popover.module.css';
import { fieldTexts } from '../texts/field-texts.ts';
import styles from './dropdown.module.css';
import type { Choices, Option } from './options.ts';

/** The closed dropdown with the selection in a single line. */
export function DropdownTrigger(props: {
  readonly text: string | null;
  /** Text with the number of further selected options, e.g. '+ 2 more'. */
  readonly more?: string | null;
  readonly invalid: boolean;
}): ReactNode {
  return (
    <Button className={popover.trigger ?? ''} {...(props.invalid ? { 'data-invalid': true } : {})}>
      <SelectValue className={styles.line ?? ''}>
        {() =>
          props.text === null ? (
            <span
              className={classNames(popover.value, styles.placeholder)}
              title={fieldTexts.selectOne}
            >
              {fieldTexts.selectOne}
            </span>
          ) : (
            <>
              <span className={popover.value} title={props.text}>
                {props.text}
              </span>
              {props.more === undefined || props.more === null ? null : (
                <span className={styles.more}>{props.more}</span>
              )}
            </>
          )
        }
      </SelectValue>
      <ChevronDown size={16} strokeWidth={1.5} aria-hidden />
    </Button>
  );
}

/**
 * The popup list. `empty` is the key of the entry that clears the selection; null without that
 * entry.
 */
export function DropdownPopup<Id extends string>(props: {
  readonly choices: Choices<Id>;
  readonly empty: string | null;
  /** A sentence above the list, e.g. the maximum number of options. */
  readonly note?: string | null;
}): ReactNode {
  const { choices, empty, note } = props;
  return (
    <Popover className={popover.popover ?? ''} offset={4}>
      {note === undefined || note === null ? null : (
        <p className={styles.note} role="status">
          {note}
        </p>
      )}
      <ListBox className={styles.list ?? ''}>
        {empty === null ? null : (
          <OptionRow option={{ id: empty, label: fieldTexts.selectOne }} quiet />
        )}
        {choices.groups === undefined ? (
          <Collection items={choices.options}>
            {(option) => <OptionRow option={option} />}
          </Collection>
        ) : (
          choices.groups.map((group) => (
            <ListBoxSection key={group.title} id={group.title} className={styles.group ?? ''}>
              <Header className={styles.title ?? ''}>{group.title}</Header>
              {group.options.map((option) => (
                <OptionRow key={option.id} option={option} />
              ))}
            </ListBoxSection>
          ))
        )}
      </ListBox>
    </Popover>
  );
}

function OptionRow(props: {
  readonly option: Option<string>;
  readonly quiet?: boolean;
}): ReactNode {
  const { id, label } = props.option;
  return (
    <ListBoxItem id={id} textValue={label} className={popover.item ?? ''}>
      {({ isSelected, selectionMode }) => (
        <>
          {selectionMode === 'multiple' ? (
            <span className={styles.box} data-on={isSelected || undefined}>
              <Check size={14} strokeWidth={2} aria-hidden />
            </span>
          ) : null}
          <span className={props.quiet === true ? styles.placeholder : undefined}>{label}</span>
          {isSelected && selectionMode !== 'multiple' ? (
            <span className={popover.check}>
              <Check size={16} strokeWidth={1.5} aria-hidden />
            </span>
          ) : null}
        </>
      )}
    </ListBoxItem>
  );
}
