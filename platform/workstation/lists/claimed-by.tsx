import type { ReactNode } from 'react';
import type { StudyClaimant } from '#contracts';
import { timeOf } from '#foundation';
import { Icon, useStore } from '#ui';
import { useApplication } from '../application/application-context.ts';
import { recordTexts } from '../texts/record-texts.ts';
import styles from './lists.module.css';

/** Returns a function that names a claimant: 'You' for the signed-in user. */
export function useClaimantName(): (claimant: StudyClaimant) => string {
  const { session } = useApplication().services;
  const userId = useStore(session.store, ({ user }) => user?.id ?? null);
  return (claimant) => (claimant.accountId === userId ? recordTexts.you : claimant.name);
}

/** Shows the claimant of a study with a lock; nothing when unclaimed. */
export function ClaimedBy({ claimant }: { readonly claimant: StudyClaimant | null }): ReactNode {
  const nameOf = useClaimantName();
  if (claimant === null) return null;
  const label = recordTexts.claimedSince(nameOf(claimant), timeOf(claimant.since));
  return (
    <span className={styles.claim} title={label}>
      <Icon name="lock" size={14} />
      <span className={styles.claimName}>{nameOf(claimant)}</span>
    </span>
  );
}

/** Shows beside a reading state who is reading, and since when; nothing when unclaimed. */
export function ReadBy({ claimant }: { readonly claimant: StudyClaimant | null }): ReactNode {
  const nameOf = useClaimantName();
  if (claimant === null) return null;
  const text = recordTexts.readBy(nameOf(claimant), timeOf(claimant.since));
  return (
    <span className={styles.readBy} title={text}>
      {text}
    </span>
  );
}
