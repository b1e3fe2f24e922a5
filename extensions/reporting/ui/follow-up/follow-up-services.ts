import type { ApiClient, CallProblem, Navigation, Notices, Session } from '#core';

/** Services of dialogs of outcomes and requests. */
export interface OutcomeServices {
  readonly api: ApiClient;
  readonly notices: Notices;
  readonly session: Session;
}

/** Services of the pages of follow-ups and statistics. */
export interface FollowUpServices extends OutcomeServices {
  readonly navigation: Navigation;
}

/** Returns a problem without the general next step if it is a conflict, whose message names its own. */
export const withOwnNextStep = (problem: CallProblem): CallProblem =>
  problem.status === 409 ? { ...problem, next: '' } : problem;

/** Returns the part of a cache key that differs between users and organizations. */
export function userKeyOf(session: Session): string {
  const { user } = session.store.getState();
  return user === null ? '' : `${user.id} ${user.organization.id}`;
}

export const outcomesKey = (session: Session, findingId: string): readonly unknown[] => [
  'finding-outcomes',
  userKeyOf(session),
  findingId,
];
