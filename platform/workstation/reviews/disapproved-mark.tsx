import type { ReactNode } from 'react';
import type { ListedStudy } from '#contracts';
import { Icon } from '#ui';
import { reviewTexts } from '../texts/review-texts.ts';
import styles from './reviews.module.css';

/** Marks a study of the worklist with disapproved scans; nothing without any. */
export function DisapprovedMark({
  study,
}: {
  readonly study: Pick<ListedStudy, 'disapprovedScans'>;
}): ReactNode {
  if (study.disapprovedScans === 0) return null;
  const label = reviewTexts.disapprovedScans(study.disapprovedScans);
  return (
    <span className={styles.mark} role="img" aria-label={label} title={label}>
      <Icon name="warning" size={16} />
    </span>
  );
}
