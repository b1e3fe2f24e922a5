import LoaderCircle from 'lucide-react/icons/loader-circle';
import type { ReactNode } from 'react';
import styles from './spinner.module.css';

export interface SpinnerProps {
  /** The running action, e.g. 'Loading patients'. */
  readonly label: string;
  /** Centres the spinner in its container. */
  readonly centered?: boolean;
}

/** Shows that an action is running; appears after 150 ms to avoid flicker. */
export function Spinner({ label, centered = false }: SpinnerProps): ReactNode {
  const spinner = (
    <span className={styles.spinner} role="status">
      <LoaderCircle size={16} strokeWidth={1.5} aria-hidden />
      {label}
    </span>
  );
  return centered ? <div className={styles.center}>{spinner}</div> : spinner;
}
