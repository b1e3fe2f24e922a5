import type { ReactNode } from 'react';
import { type FollowUpClosure, routes } from '#contracts';
import { stampOf } from '#foundation';
import { ErrorCard, useLoaded } from '#ui';
import { followUpTexts } from '../../texts/follow-up-texts.ts';
import styles from './follow-up.module.css';
import { breastsOf } from './follow-up-columns.tsx';
import { type OutcomeServices, userKeyOf } from './follow-up-services.ts';
import { whyClosed } from './why-closed.ts';

const { closure: texts, unknownUser } = followUpTexts;

interface EarlierClosuresProps {
  readonly services: OutcomeServices;
  readonly studyId: string;
}

/** Lists how the follow-up of a study was closed before, and why that no longer counts. */
export function EarlierClosures({ services, studyId }: EarlierClosuresProps): ReactNode {
  const { api, session } = services;
  const { value, problem, refresh } = useLoaded(
    ['follow-up-closures', userKeyOf(session), studyId],
    (signal) => api.call(routes.listFollowUpClosures, { params: { id: studyId }, signal }),
    { uncached: true },
  );
  if (problem !== null) return <ErrorCard problem={problem} onRetry={refresh} />;
  const closures = value?.items ?? [];
  if (closures.length === 0) return null;
  return (
    <>
      <h3 className={styles.label}>{texts.earlier}</h3>
      <ul className={styles.outcomes}>
        {closures.map((closure) => (
          <li key={closure.id}>
            <p className={styles.text}>{whyClosed(closure)}</p>
            <p className={styles.quiet}>
              <span>{breastsOf(closure)}</span>
              <span>{closure.author ?? unknownUser}</span>
              <span>{stampOf(closure.createdAt)}</span>
              <span>{stateOf(closure)}</span>
            </p>
          </li>
        ))}
      </ul>
    </>
  );
}

function stateOf({ deletionReason, isSuperseded }: FollowUpClosure): string {
  if (deletionReason !== null) return texts.reopened(deletionReason);
  return isSuperseded ? texts.superseded : texts.counts;
}
