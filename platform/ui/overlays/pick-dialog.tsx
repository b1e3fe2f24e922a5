import type { ReactNode } from 'react';
import { Autocomplete } from 'react-aria-components/Autocomplete';
import { Header, ListBox, ListBoxItem, ListBoxSection } from 'react-aria-components/ListBox';
import { Dialog, Modal, ModalOverlay } from 'react-aria-components/Modal';
import { Input, SearchField } from 'react-aria-components/SearchField';
import { VisuallyHidden } from 'react-aria-components/VisuallyHidden';
import { Icon } from '../display/icon.tsx';
import { pickTexts } from '../texts/pick-texts.ts';
import dialog from './dialog.module.css';
import styles from './pick-dialog.module.css';

export interface PickItem {
  readonly id: string;
  readonly title: string;
  readonly icon?: string | undefined;
  /** Start and end (exclusive) of the matched letters. */
  readonly marks?: readonly (readonly [number, number])[];
  /** Short text after the title. */
  readonly detail?: string | undefined;
  /** Keyboard shortcut of the same action. */
  readonly shortcut?: string | undefined;
  /**
   * Reason why the option is disabled. A disabled option stays reachable by keyboard, so that screen
   * readers announce the reason.
   */
  readonly disabled?: string | undefined;
}

export interface PickGroup {
  readonly title: string;
  readonly items: readonly PickItem[];
}

export interface PickDialogProps {
  /** Accessible name of the dialog. */
  readonly title: string;
  readonly placeholder: string;
  readonly query: string;
  readonly groups: readonly PickGroup[];
  /** Shown without matches. */
  readonly empty: string;
  onQuery(query: string): void;
  onPick(id: string): void;
  onClose(): void;
}

/**
 * Selects an option by search: arrow keys move, Enter selects, Escape closes. The field keeps the
 * focus.
 */
export function PickDialog(props: PickDialogProps): ReactNode {
  const count = props.groups.reduce((sum, { items }) => sum + items.length, 0);
  return (
    <ModalOverlay
      className={`${dialog.overlay} ${styles.overlay}`}
      isOpen
      isDismissable
      onOpenChange={(open) => {
        if (!open) props.onClose();
      }}
    >
      <Modal className={`${dialog.modal} ${styles.modal}`}>
        <Dialog aria-label={props.title} className={styles.dialog ?? ''}>
          <Autocomplete inputValue={props.query} onInputChange={props.onQuery}>
            <SearchField aria-label={props.title} autoFocus className={styles.search ?? ''}>
              <Icon name="search" size={16} />
              <Input
                className={styles.input ?? ''}
                placeholder={props.placeholder}
                role="combobox"
                aria-expanded
                aria-haspopup="listbox"
                onKeyDownCapture={(event) => {
                  // Closes at once, because the field would use the first Escape to clear its text.
                  if (event.key === 'Escape') props.onClose();
                  // Selects the first option if none is active, as after pasting text.
                  const hasActiveOption = event.currentTarget.hasAttribute('aria-activedescendant');
                  const first = props.groups[0]?.items[0];
                  if (event.key !== 'Enter' || hasActiveOption || props.query === '') return;
                  if (first !== undefined) props.onPick(first.id);
                }}
              />
            </SearchField>
            <ListBox
              aria-label={props.title}
              className={styles.list ?? ''}
              selectionMode="none"
              onAction={(id) => props.onPick(String(id))}
              renderEmptyState={() => <p className={styles.empty}>{props.empty}</p>}
            >
              {props.groups.map((group) => (
                <ListBoxSection key={group.title} id={`group ${group.title}`}>
                  <Header className={styles.group ?? ''}>{group.title}</Header>
                  {group.items.map((item) => (
                    <Entry key={item.id} item={item} />
                  ))}
                </ListBoxSection>
              ))}
            </ListBox>
          </Autocomplete>
          <VisuallyHidden>
            <p role="status">{pickTexts.resultCount(count)}</p>
          </VisuallyHidden>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

function Entry({ item }: { readonly item: PickItem }): ReactNode {
  const { disabled } = item;
  return (
    <ListBoxItem
      id={item.id}
      textValue={disabled === undefined ? item.title : `${item.title}: ${disabled}`}
      className={styles.item ?? ''}
      data-off={disabled !== undefined}
    >
      <span className={styles.icon}>
        {item.icon === undefined ? null : <Icon name={item.icon} size={16} />}
      </span>
      <span>{highlightedTitle(item)}</span>
      <span className={styles.detail}>{disabled ?? item.detail ?? ''}</span>
      {item.shortcut === undefined ? null : <kbd className={styles.key}>{item.shortcut}</kbd>}
    </ListBoxItem>
  );
}

function highlightedTitle({ title, marks = [] }: PickItem): ReactNode {
  const nodes: ReactNode[] = [];
  let end = 0;
  for (const [from, to] of marks) {
    if (from > end) nodes.push(title.slice(end, from));
    nodes.push(
      <mark key={from} className={styles.mark}>
        {title.slice(from, to)}
      </mark>,
    );
    end = to;
  }
  nodes.push(title.slice(end));
  return nodes;
}
