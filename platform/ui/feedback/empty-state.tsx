import type { ReactNode } from 'react';
import { Icon, type IconName } from '../display/icon.tsx';
import styles from '../layout/card.module.css';

export interface EmptyStateProps {
  readonly icon?: IconName;
  /** A single sentence. */
  readonly text: string;
  /** A single action, e.g. a Button. */
  readonly children?: ReactNode;
}

/** Placeholder of an empty area, with a next step. */
export function EmptyState({ icon, text, children }: EmptyStateProps): ReactNode {
  return (
    <div className={styles.empty}>
      {icon === undefined ? null : <Icon name={icon} size={24} />}
      <p>{text}</p>
      {children}
    </div>
  );
}
