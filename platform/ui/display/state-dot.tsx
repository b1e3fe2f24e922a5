import type { ReactNode } from 'react';
import styles from './tag.module.css';

export type StateTone = 'ok' | 'warn' | 'danger' | 'info' | 'off';

export interface StateDotProps {
  readonly tone: StateTone;
  /** Text of the state, because colour alone is not accessible. */
  readonly label: string;
}

/** A state as text with a dot; each tone has a different colour and shape. */
export function StateDot({ tone, label }: StateDotProps): ReactNode {
  return (
    <span className={styles.state}>
      <span className={styles.dot} data-state={tone} aria-hidden="true" />
      {label}
    </span>
  );
}
