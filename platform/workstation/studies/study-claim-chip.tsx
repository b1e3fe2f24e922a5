import type { ReactNode } from 'react';
import { timeOf } from '#foundation';
import { Button, Icon, PopoverButton } from '#ui';
import { studyTexts } from '../texts/study-texts.ts';
import styles from './study-claim.module.css';
import { useStudyClaim } from './use-study-claim.ts';

const texts = studyTexts.claim;

/** Claims the study while shown and displays another user's claim in the app bar. */
export function StudyClaimChip({ studyId }: { readonly studyId: string | null }): ReactNode {
  const { otherClaimant, takeOver } = useStudyClaim(studyId);
  if (otherClaimant === null) return null;
  const label = texts.claimedBy(otherClaimant.name, timeOf(otherClaimant.since));
  return (
    <PopoverButton
      ariaLabel={label}
      className={styles.chip ?? ''}
      content={
        <div className={styles.more}>
          <p>{texts.explained(otherClaimant.name)}</p>
          <Button onPress={takeOver}>{texts.takeOver}</Button>
        </div>
      }
    >
      <Icon name="lock" size={14} />
      <span data-bar-label="actions">{label}</span>
      <span data-bar-short="actions" aria-hidden>
        {otherClaimant.name}
      </span>
    </PopoverButton>
  );
}
