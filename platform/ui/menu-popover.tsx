import type { FocusEvent, ReactNode } from 'react';
import { Popover } from 'react-aria-components/Menu';
import { classNames } from './class-names.ts';
import type { MenuEntry } from './menu-button.tsx';
import { MenuEntries } from './menu-entries.tsx';
import popover from './popover.module.css';

export interface MenuPopoverProps {
  readonly label: string;
  /** What was pressed: the menu stands beside it, and gives the keys back to it. */
  readonly anchor: Element;
  readonly entries: readonly MenuEntry[];
  onClose(): void;
}

/**
 * Where the button is pressed by a key or by a screen reader, React Aria focuses the menu itself, while
 * its first entry looks as if it had the focus: Enter would do nothing, and an arrow leave it out.
 */
const ON_TO_FIRST = {
  onFocus({ target }: FocusEvent<HTMLElement>): void {
    if (target.getAttribute('role') !== 'menu') return;
    target.querySelector<HTMLElement>('[role=menuitem][tabindex="0"]')?.focus();
  },
};

/** An open menu, one for many small buttons, e.g. those in the rows of a long list. */
export function MenuPopover(props: MenuPopoverProps): ReactNode {
  const { anchor } = props;
  return (
    <Popover
      className={classNames(popover.popover, popover.menu)}
      // Around the menu stands what assistive technology takes for a dialog.
      aria-label={props.label}
      triggerRef={{ current: anchor }}
      isOpen={anchor.isConnected}
      offset={4}
      placement="bottom start"
      onOpenChange={(open) => {
        if (!open) props.onClose();
      }}
    >
      <div {...ON_TO_FIRST}>
        <MenuEntries label={props.label} entries={props.entries} onClose={props.onClose} />
      </div>
    </Popover>
  );
}
