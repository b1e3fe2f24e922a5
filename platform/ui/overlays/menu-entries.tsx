import type { ReactNode } from 'react';
import { Menu, MenuItem, Separator } from 'react-aria-components/Menu';
import popover from '../styles/popover.module.css';

export interface MenuEntry {
  readonly id: string;
  readonly label: string;
  readonly icon?: ReactNode;
  readonly disabled?: boolean;
  /** Draws a line above this entry. */
  readonly separated?: boolean;
  run(): void;
}

/** Entries of a menu. */
export function MenuEntries(props: {
  readonly label: string;
  readonly entries: readonly MenuEntry[];
  /** Focuses the first entry on mount. */
  readonly autoFocus?: boolean;
  onClose?(): void;
}): ReactNode {
  const runEntry = (id: unknown): void => props.entries.find((entry) => entry.id === id)?.run();
  return (
    <Menu
      onAction={runEntry}
      aria-label={props.label}
      {...(props.autoFocus === true ? { autoFocus: 'first' as const } : {})}
      {...(props.onClose === undefined ? {} : { onClose: props.onClose })}
    >
      {props.entries.flatMap((entry) => [
        ...(entry.separated === true
          ? [<Separator key={`${entry.id}-line`} className={popover.separator ?? ''} />]
          : []),
        <MenuItem
          key={entry.id}
          id={entry.id}
          textValue={entry.label}
          className={popover.item ?? ''}
          isDisabled={entry.disabled ?? false}
        >
          {entry.icon}
          {entry.label}
        </MenuItem>,
      ])}
    </Menu>
  );
}
