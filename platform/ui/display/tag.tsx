import type { ReactNode } from 'react';
import { classNames } from '../styles/class-names.ts';
import styles from './tag.module.css';

export type DotState = 'idle' | 'ok' | 'warning' | 'danger' | 'busy';

/** A small dot with a colour and shape for each state. Needs adjacent text. */
export function StatusDot({ state }: { readonly state: DotState }): ReactNode {
  return <span className={styles.dot} data-state={state} aria-hidden="true" />;
}

/** A letter on a coloured background, for a plane or the source of a finding. */
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
  /** Selection state of a chip in a group. */
  readonly selected?: boolean;
  readonly ariaLabel?: string;
  /** If present, the chip is a button. */
  onPress?(): void;
}

/** A short label 24 px high; with `onPress` a small button. */
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
