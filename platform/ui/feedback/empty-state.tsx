import type { ReactNode } from 'react';
import { Icon, type IconName } from '../display/icon.tsx';
import styles from '../layout/card.module.css';

export interface EmptyStateProps {
  readonly icon?: IconName;
  /** One sentence. */
  readonly text: string;
  /** One action, e.g. a Button. */
  readonly children?: ReactNode;
}

/** Says that there is nothing yet and what to do about it. */
export function EmptyState({ icon, text, children }: EmptyStateProps): ReactNode {
  return (
    <div className={styles.empty}>
      {icon === undefined ? null : <Icon name={icon} size={24} />}
      <p>{text}</p>
      {children}
    </div>
  );
}
