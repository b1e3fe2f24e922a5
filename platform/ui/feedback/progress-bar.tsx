import type { ReactNode } from 'react';
import { classNames } from '../styles/class-names.ts';
import { dialogTexts } from '../texts/dialog-texts.ts';
import styles from './progress-bar.module.css';

export interface ProgressBarProps {
  readonly label: string;
  readonly done: number;
  /** 0 if unknown; the bar is then indeterminate. */
  readonly total: number;
}

/** Progress with counts. */
export function ProgressBar({ label, done, total }: ProgressBarProps): ReactNode {
  const known = total > 0;
  const percent = known ? Math.min(100, Math.max(0, (done / total) * 100)) : 0;
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      {...(known
        ? {
            'aria-valuenow': Math.round(percent),
            'aria-valuetext': dialogTexts.counted(done, total),
          }
        : {})}
      className={styles.track}
    >
      <div
        className={classNames(styles.fill, !known && styles.waiting)}
        style={known ? { width: `${percent}%` } : undefined}
      />
    </div>
  );
}
