import type { ReactNode } from 'react';
import { Button } from 'react-aria-components/Button';
import { MenuTrigger, Popover } from 'react-aria-components/Menu';
import { classNames } from '../styles/class-names.ts';
import popover from '../styles/popover.module.css';
import { MenuEntries, type MenuEntry } from './menu-entries.tsx';

export interface MenuButtonProps {
  readonly ariaLabel: string;
  readonly className: string;
  readonly children: ReactNode;
  readonly entries: readonly MenuEntry[];
  onOpenChange?(isOpen: boolean): void;
}

/** A button that opens a menu of actions. */
export function MenuButton(props: MenuButtonProps): ReactNode {
  const { onOpenChange } = props;
  return (
    <MenuTrigger {...(onOpenChange === undefined ? {} : { onOpenChange })}>
      <Button aria-label={props.ariaLabel} className={props.className}>
        {props.children}
      </Button>
      <Popover
        className={classNames(popover.popover, popover.menu)}
        offset={4}
        placement="bottom end"
      >
        <MenuEntries label={props.ariaLabel} entries={props.entries} />
      </Popover>
    </MenuTrigger>
  );
}
