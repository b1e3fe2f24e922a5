import type { ReactNode } from 'react';
import { type StudyPriority, studyPriority } from '#contracts';
import styles from './study-list.module.css';

/** How soon a study is to be read: a shape, a word, and colour for what is not routine. */
export function PriorityMark({ priority }: { readonly priority: StudyPriority }): ReactNode {
  return (
    <span className={styles.priority} data-priority={priority}>
      <span aria-hidden="true">{SIGNS[priority]}</span>
      {studyPriority.labels[priority]}
    </span>
  );
}

const SIGNS: Readonly<Record<StudyPriority, string>> = { ROUTINE: '·', URGENT: '!', STAT: '‼' };
