import type { ReactNode } from 'react';
import { type StudyPriority, studyPriority } from '#contracts';
import styles from './study-list.module.css';

/** Shows the priority as a sign and a label, with colour unless routine. */
export function PriorityMark({ priority }: { readonly priority: StudyPriority }): ReactNode {
  return (
    <span className={styles.priority} data-priority={priority}>
      <span aria-hidden="true">{SIGNS[priority]}</span>
      {studyPriority.labels[priority]}
    </span>
  );
}

const SIGNS: Readonly<Record<StudyPriority, string>> = { ROUTINE: '·', URGENT: '!', STAT: '‼' };
