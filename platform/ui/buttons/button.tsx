import type { ReactNode, Ref } from 'react';
import { classNames } from '../styles/class-names.ts';
import styles from './button.module.css';

export type ButtonKind = 'primary' | 'plain' | 'quiet' | 'danger' | 'link';
export type ButtonSize = 24 | 32 | 40 | 56;

export interface ButtonProps {
  readonly children: ReactNode;
  readonly kind?: ButtonKind;
  /** Height in px: 32 by default, 40 on cards, 56 for scan controls. */
  readonly size?: ButtonSize;
  readonly type?: 'button' | 'submit';
  readonly wide?: boolean;
  readonly disabled?: boolean;
  /** True while an action runs; the button is announced as busy and ignores presses. */
  readonly busy?: boolean;
  readonly autoFocus?: boolean;
  readonly ariaLabel?: string;
  readonly ariaExpanded?: boolean;
  readonly title?: string;
  readonly ref?: Ref<HTMLButtonElement>;
  onPress?(): void;
}

/** Returns the class for a kind and size, also for links and widgets styled as buttons. */
export function buttonClass(kind: ButtonKind, size: ButtonSize, wide = false): string {
  return classNames(styles.button, styles[kind], styles[`size${size}`], wide && styles.wide);
}

/** A plain HTML button, small enough for the sign-in page. */
export function Button(props: ButtonProps): ReactNode {
  const { kind = 'plain', size = 32, busy = false } = props;
  return (
    <button
      ref={props.ref}
      type={props.type ?? 'button'}
      className={buttonClass(kind, size, props.wide)}
      disabled={props.disabled ?? false}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      aria-label={props.ariaLabel}
      aria-expanded={props.ariaExpanded}
      title={props.title}
      // biome-ignore lint/a11y/noAutofocus: the only button of a dialog must have the focus
      autoFocus={props.autoFocus ?? false}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else props.onPress?.();
      }}
    >
      {props.children}
    </button>
  );
}
