import type { ReactNode } from 'react';
import styles from './tag.module.css';

export type StateTone = 'ok' | 'warn' | 'danger' | 'info' | 'off';

export interface StateDotProps {
  readonly tone: StateTone;
  /** The state in a word: the colour alone says nothing. */
  readonly label: string;
}

/** A state: a mark whose shape differs with its colour, and the word for it. */
export function StateDot({ tone, label }: StateDotProps): ReactNode {
  return (
    <span className={styles.state}>
      <span className={styles.dot} data-state={tone} aria-hidden="true" />
      {label}
    </span>
  );
}
