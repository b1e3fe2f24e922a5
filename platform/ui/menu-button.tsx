import type { ReactNode } from 'react';
import { Button } from 'react-aria-components/Button';
import { Menu, MenuItem, MenuTrigger, Popover, Separator } from 'react-aria-components/Menu';
import popover from './popover.module.css';

export interface MenuEntry {
  readonly id: string;
  readonly label: string;
  readonly icon?: ReactNode;
  readonly disabled?: boolean;
  /** A line above this entry. */
  readonly separated?: boolean;
  run(): void;
}

export interface MenuButtonProps {
  readonly ariaLabel: string;
  readonly className: string;
  readonly children: ReactNode;
  readonly entries: readonly MenuEntry[];
}

/** A button that opens a list of acts. */
export function MenuButton(props: MenuButtonProps): ReactNode {
  const act = (id: unknown): void => props.entries.find((entry) => entry.id === id)?.run();
  return (
    <MenuTrigger>
      <Button aria-label={props.ariaLabel} className={props.className}>
        {props.children}
      </Button>
      <Popover className={popover.popover ?? ''} offset={4} placement="bottom end">
        <Menu onAction={act} aria-label={props.ariaLabel}>
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
      </Popover>
    </MenuTrigger>
  );
}
