import type { ReactNode } from 'react';
import styles from './skeleton.module.css';

export interface SkeletonProps {
  /** Width of a line in px or as a percentage. By default the line widths vary like text. */
  readonly width?: number | string;
  readonly lines?: number;
  /** Name of the loading content, announced once. Absent if adjacent text names the content. */
  readonly label?: string;
}

const LENGTHS = ['92%', '78%', '85%', '64%'] as const;

/** Grey placeholder lines for loading text; appear after 150 ms to avoid flicker. */
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
