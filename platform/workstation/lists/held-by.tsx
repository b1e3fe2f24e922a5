import type { ReactNode } from 'react';
import type { StudyClaimant } from '#contracts';
import { timeOf } from '#foundation';
import { Icon, useStore } from '#ui';
import { useApplication } from '../start/application-context.ts';
import { recordTexts } from '../texts/record-texts.ts';
import styles from './lists.module.css';

/** The name of a holder, or 'You'. */
export function useHolderName(): (holder: StudyClaimant) => string {
  const { session } = useApplication().services;
  const own = useStore(session.store, ({ user }) => user?.id ?? null);
  return (holder) => (holder.accountId === own ? recordTexts.you : holder.name);
}

/** Who reads a study at the moment, with a lock; nothing where nobody does. */
export function HeldBy({ holder }: { readonly holder: StudyClaimant | null }): ReactNode {
  const nameOf = useHolderName();
  if (holder === null) return null;
  const words = recordTexts.heldSince(nameOf(holder), timeOf(holder.since));
  return (
    <span className={styles.held} title={words}>
      <Icon name="lock" size={14} />
      <span className={styles.heldName}>{nameOf(holder)}</span>
    </span>
  );
}
