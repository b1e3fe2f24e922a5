import type { ReactNode } from 'react';
import { Popover } from 'react-aria-components/Menu';
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

/** An open menu, one for many small buttons, e.g. those in the rows of a long list. */
export function MenuPopover(props: MenuPopoverProps): ReactNode {
  const { anchor } = props;
  return (
    <Popover
      className={popover.popover ?? ''}
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
      <MenuEntries label={props.label} entries={props.entries} onClose={props.onClose} />
    </Popover>
  );
}
