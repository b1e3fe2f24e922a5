import type { ReactNode } from 'react';
import { Button } from 'react-aria-components/Button';
import { DialogTrigger, Popover } from 'react-aria-components/Popover';
import { classNames } from '../styles/class-names.ts';
import popover from '../styles/popover.module.css';

export interface PopoverButtonProps {
  readonly ariaLabel: string;
  readonly className: string;
  readonly children: ReactNode;
  /** Content of the popover; mounted only while open. */
  readonly content: ReactNode;
  readonly placement?: 'bottom end' | 'bottom start' | 'top end' | 'top start';
  /** For controlled use; requires `onOpenChange`. */
  readonly isOpen?: boolean;
  onOpenChange?(open: boolean): void;
}

/** A button that opens a small panel, e.g. a list of jobs or the settings of a view. */
export function PopoverButton(props: PopoverButtonProps): ReactNode {
  return (
    <DialogTrigger
      {...(props.isOpen === undefined ? {} : { isOpen: props.isOpen })}
      {...(props.onOpenChange === undefined
        ? {}
        : { onOpenChange: (open: boolean) => props.onOpenChange?.(open) })}
    >
      <Button aria-label={props.ariaLabel} className={props.className}>
        {props.children}
      </Button>
      <Popover
        className={classNames(popover.popover, popover.content)}
        aria-label={props.ariaLabel}
        offset={6}
        placement={props.placement ?? 'bottom end'}
      >
        {props.content}
      </Popover>
    </DialogTrigger>
  );
}
