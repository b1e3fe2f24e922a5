import type { ReactNode } from 'react';
import { useStore } from '#ui';
import { useApplication } from '../application/application-context.ts';
import { modeTexts } from '../texts/mode-texts.ts';
import styles from './lists.module.css';

/** Position of the open study in the list from which it was opened, e.g. '3 of 17'. */
export function ReadingPosition({ studyId }: { readonly studyId: string | null }): ReactNode {
  const { readingList } = useApplication().services;
  const position = useStore(readingList.store);
  if (position === null || position.studyId !== studyId) return null;
  const { number, total } = position;
  return (
    <span
      className={styles.position}
      title={modeTexts.bar.positionInList(number, total)}
      data-testid="reading-position"
    >
      {modeTexts.bar.position(number, total)}
    </span>
  );
}
