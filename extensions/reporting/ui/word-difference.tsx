import type { ReactNode } from 'react';
import { wordDifference } from '../model/report-words.ts';
import styles from './report-panel.module.css';

interface WordDifferenceProps {
  readonly before: string;
  readonly after: string;
  /** Shown instead of equal texts. */
  readonly same: string;
}

/** Two versions of a text in one: what only one of them has is struck out or underlined. */
export function WordDifference({ before, after, same }: WordDifferenceProps): ReactNode {
  if (before === after) return <p className={styles.quiet}>{same}</p>;
  return (
    <p className={styles.difference} data-testid="word-difference">
      {wordDifference(before, after).map((part, index) => {
        const key = `${index} ${part.in}`;
        if (part.in === 'before') return <del key={key}>{part.text}</del>;
        return part.in === 'after' ? (
          <ins key={key}>{part.text}</ins>
        ) : (
          <span key={key}>{part.text}</span>
        );
      })}
    </p>
  );
}
