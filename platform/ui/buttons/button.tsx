import type { ReactNode, Ref } from 'react';
import { classNames } from '../styles/class-names.ts';
import styles from './button.module.css';

export type ButtonKind = 'primary' | 'plain' | 'quiet' | 'danger' | 'link';
export type ButtonSize = 24 | 32 | 40 | 56;

export interface ButtonProps {
  readonly children: ReactNode;
  readonly kind?: ButtonKind;
  /** Height in pixels: 32 everywhere, 40 on cards, 56 for scan controls. */
  readonly size?: ButtonSize;
  readonly type?: 'button' | 'submit';
  readonly wide?: boolean;
  readonly disabled?: boolean;
  /** Something is under way: the button says so and takes no second press. */
  readonly busy?: boolean;
  readonly autoFocus?: boolean;
  readonly ariaLabel?: string;
  readonly ariaExpanded?: boolean;
  readonly title?: string;
  readonly ref?: Ref<HTMLButtonElement>;
  onPress?(): void;
}

/** The class of a button of this kind and size, for links and widgets that look like one. */
export function buttonClass(kind: ButtonKind, size: ButtonSize, wide = false): string {
  return classNames(styles.button, styles[kind], styles[`size${size}`], wide && styles.wide);
}

/** A plain HTML button in the product's look; light enough for the sign-in page. */
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
      // biome-ignore lint/a11y/noAutofocus: the one button of a dialog is where the keys belong
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
