import type { ReactNode } from 'react';
import { classNames } from '../styles/class-names.ts';
import styles from './tag.module.css';

export type DotState = 'idle' | 'ok' | 'warning' | 'danger' | 'busy';

/** A small state mark; its shape differs with its colour. A word must stand beside it. */
export function StatusDot({ state }: { readonly state: DotState }): ReactNode {
  return <span className={styles.dot} data-state={state} aria-hidden="true" />;
}

/** A letter on a colour of its own: a plane or the source of a finding. */
export function Tag(props: {
  readonly color: string;
  readonly textColor?: string;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <span className={styles.tag} style={{ background: props.color, color: props.textColor }}>
      {props.children}
    </span>
  );
}

export interface ChipProps {
  readonly children: ReactNode;
  readonly tone?: 'plain' | 'warning';
  /** For chips that choose among several. */
  readonly selected?: boolean;
  readonly ariaLabel?: string;
  /** Makes the chip a button. */
  onPress?(): void;
}

/** A fact, or with `onPress` a small choice, 24 px high. */
export function Chip(props: ChipProps): ReactNode {
  const name = classNames(
    styles.chip,
    props.tone === 'warning' && styles.warning,
    props.selected === true && styles.selected,
  );
  if (props.onPress === undefined) return <span className={name}>{props.children}</span>;
  return (
    <button
      type="button"
      className={classNames(name, styles.button)}
      aria-label={props.ariaLabel}
      aria-pressed={props.selected}
      onClick={() => props.onPress?.()}
    >
      {props.children}
    </button>
  );
}
