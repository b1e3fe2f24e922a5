import type { ReactNode } from 'react';
import { Button } from 'react-aria-components/Button';
import { TooltipTrigger } from 'react-aria-components/Tooltip';
import { Icon, type IconName } from '../display/icon.tsx';
import { TooltipBubble, type TooltipProps } from '../display/tooltip.tsx';
import { classNames } from '../styles/class-names.ts';
import styles from './icon-button.module.css';

export interface IconButtonProps {
  readonly icon: IconName;
  /** Accessible name and tooltip. */
  readonly label: string;
  readonly size?: 24 | 32 | 40;
  readonly iconSize?: number;
  readonly bordered?: boolean;
  /** State of a toggle button; absent for other buttons. */
  readonly pressed?: boolean;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  readonly shortcut?: string;
  readonly placement?: TooltipProps['placement'];
  onPress(): void;
}

/** Returns the class of a square icon button, for triggers of menus and slots of widgets. */
export function iconButtonClass(
  options: { readonly size?: 24 | 28 | 32 | 40; readonly bordered?: boolean } = {},
): string {
  const { size = 32, bordered = false } = options;
  return classNames(styles.button, styles[`size${size}`], bordered && styles.bordered);
}

/** A square icon button with its name in a tooltip. */
export function IconButton(props: IconButtonProps): ReactNode {
  const { size = 32, placement = 'bottom' } = props;
  return (
    <TooltipTrigger delay={500} closeDelay={0}>
      <Button
        aria-label={props.label}
        {...(props.pressed === undefined ? {} : { 'aria-pressed': props.pressed })}
        data-shortcut={props.shortcut}
        isDisabled={props.disabled ?? false}
        className={classNames(
          iconButtonClass({ size, bordered: props.bordered === true }),
          props.pressed === true && styles.pressed,
          props.danger === true && styles.danger,
        )}
        onPress={() => props.onPress()}
      >
        <Icon name={props.icon} size={props.iconSize ?? (size === 24 ? 16 : 18)} />
      </Button>
      <TooltipBubble
        text={props.label}
        placement={placement}
        {...(props.shortcut === undefined ? {} : { shortcut: props.shortcut })}
      />
    </TooltipTrigger>
  );
}
