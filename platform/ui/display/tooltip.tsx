import type { ReactNode } from 'react';
import { Tooltip as AriaTooltip, Focusable, TooltipTrigger } from 'react-aria-components/Tooltip';
import popover from '../styles/popover.module.css';

export interface TooltipProps {
  readonly text: string;
  /** Keyboard shortcut of the same action, e.g. 'L'. */
  readonly shortcut?: string;
  readonly placement?: 'top' | 'bottom' | 'left' | 'right';
  /** A single focusable element, e.g. a Button. */
  readonly children: React.ComponentProps<typeof Focusable>['children'];
}

/** Text beside an element while hovered or focused. */
export function Tooltip(props: TooltipProps): ReactNode {
  return (
    <TooltipTrigger delay={500} closeDelay={0}>
      <Focusable>{props.children}</Focusable>
      <TooltipBubble {...props} />
    </TooltipTrigger>
  );
}

/** The bubble alone, for a TooltipTrigger around a React Aria button. */
export function TooltipBubble(props: Omit<TooltipProps, 'children'>): ReactNode {
  return (
    <AriaTooltip
      className={popover.tooltip ?? ''}
      placement={props.placement ?? 'bottom'}
      offset={6}
    >
      {props.text}
      {props.shortcut === undefined ? null : <kbd className={popover.key}>{props.shortcut}</kbd>}
    </AriaTooltip>
  );
}
