import LoaderCircle from 'lucide-react/icons/loader-circle';
import type { ReactNode } from 'react';
import styles from './spinner.module.css';

export interface SpinnerProps {
  /** What is under way, e.g. 'Loading patients'. */
  readonly label: string;
  /** In the middle of the place it stands in. */
  readonly centered?: boolean;
}

/** Something is under way; appears after 150 ms so that quick things do not flash. */
export function Spinner({ label, centered = false }: SpinnerProps): ReactNode {
  const spinner = (
    <span className={styles.spinner} role="status">
      <LoaderCircle size={16} strokeWidth={1.5} aria-hidden />
      {label}
    </span>
  );
  return centered ? <div className={styles.center}>{spinner}</div> : spinner;
}
