import type { ReactNode } from 'react';
import styles from './skeleton.module.css';

export interface SkeletonProps {
  /** Of one line: pixels or a share. Without it the lines end at different lengths, as text does. */
  readonly width?: number | string;
  readonly lines?: number;
  /** What is loading; spoken once. Left out where something beside it says so. */
  readonly label?: string;
}

const LENGTHS = ['92%', '78%', '85%', '64%'] as const;

/** Grey lines where text will stand; they appear after 150 ms so that quick things do not flash. */
export function Skeleton({ width, lines = 1, label }: SkeletonProps): ReactNode {
  return (
    <div className={styles.block} {...(label === undefined ? {} : { role: 'status' })}>
      {label === undefined ? null : <span className={styles.srOnly}>{label}</span>}
      {Array.from({ length: lines }, (_, idx) => idx).map((line) => (
        <span
          key={line}
          aria-hidden="true"
          className={styles.line}
          style={{ width: width ?? LENGTHS[line % LENGTHS.length] }}
        />
      ))}
    </div>
  );
}
