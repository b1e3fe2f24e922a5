import type { Query, QueryClient } from '@tanstack/react-query';
import { studyMessageSchema, topics } from '#contracts';
import { type Clock, type Disposable, Scope, systemClock, toDisposable } from '#foundation';
import type { Application } from './application.ts';

/** Several changes in one moment are one reading. */
const BATCH_MS = 400;
/** Beyond so many pages a reading would bring more than anyone looks at. */
const MAX_PAGES = 4;

/**
 * Reads lists of studies and patients anew when the server hints that a study has changed: who holds
 * it, its priority, how far its reading is. A hint names the study and nothing else; without one the
 * lists follow a little later by themselves. Blind annotators get none.
 */
export function watchStudyEvents(
  { services }: Pick<Application, 'services'>,
  queries: QueryClient,
  clock: Clock = systemClock,
): Disposable {
  const { live, session } = services;
  const scope = new Scope('study-hints');
  let subscription: Disposable | null = null;
  let timer: Disposable | null = null;
  let organizationId: string | null = null;

  const invalidateLists = (): void => {
    timer = null;
    void queries.invalidateQueries({ predicate: isListOfStudies });
  };
  const resubscribe = (): void => {
    const { user } = session.store.getState();
    const blind = user?.roles.some((role) => role.id === 'BLIND_ANNOTATOR') ?? true;
    const nextOrganizationId =
      user !== null && !blind && session.can(['STUDY_VIEW']) ? user.organization.id : null;
    if (nextOrganizationId === organizationId) return;
    organizationId = nextOrganizationId;
    subscription?.dispose();
    timer?.dispose();
    [subscription, timer] = [null, null];
    if (nextOrganizationId === null) return;
    subscription = live.subscribe(topics.studiesOf(nextOrganizationId), studyMessageSchema, () => {
      timer ??= clock.after(BATCH_MS, invalidateLists);
    });
  };
  scope.own(toDisposable(session.store.subscribe(resubscribe)));
  scope.own(
    toDisposable(() => {
      subscription?.dispose();
      timer?.dispose();
    }),
  );
  resubscribe();
  return scope;
}

/** Whether a code is taken has nothing to do with it, and is counted by the server. */
function isListOfStudies({ queryKey, state }: Query): boolean {
  const [what, which] = queryKey;
  if (what === 'patients' ? which === 'code-taken' : what !== 'studies') return false;
  const pages = (state.data as { readonly pages?: readonly unknown[] } | undefined)?.pages;
  return (pages?.length ?? 0) <= MAX_PAGES;
}
