import type { Query, QueryClient } from '@tanstack/react-query';
import { studyMessageSchema, topics } from '#contracts';
import { type Clock, type Disposable, Scope, systemClock, toDisposable } from '#foundation';
import type { Application } from './application.ts';

/** Several changes in one moment are one reading. */
const TOGETHER_MS = 400;
/** Beyond so many pages a reading would bring more than anyone looks at. */
const MOST_PAGES = 4;

/**
 * Reads lists of studies and patients anew when the server hints that a study has changed: who holds
 * it, its priority, how far its reading is. A hint names the study and nothing else; without one the
 * lists follow a little later by themselves. Blind annotators get none.
 */
export function watchStudyHints(
  { services }: Pick<Application, 'services'>,
  queries: QueryClient,
  clock: Clock = systemClock,
): Disposable {
  const { live, session } = services;
  const scope = new Scope('study-hints');
  let hints: Disposable | null = null;
  let timer: Disposable | null = null;
  let organizationId: string | null = null;

  const readAnew = (): void => {
    timer = null;
    void queries.invalidateQueries({ predicate: isListOfStudies });
  };
  const follow = (): void => {
    const { user } = session.store.getState();
    const blind = user?.roles.some((role) => role.id === 'BLIND_ANNOTATOR') ?? true;
    const wanted =
      user !== null && !blind && session.can(['STUDY_VIEW']) ? user.organization.id : null;
    if (wanted === organizationId) return;
    organizationId = wanted;
    hints?.dispose();
    timer?.dispose();
    [hints, timer] = [null, null];
    if (wanted === null) return;
    hints = live.subscribe(topics.studiesOf(wanted), studyMessageSchema, () => {
      timer ??= clock.after(TOGETHER_MS, readAnew);
    });
  };
  scope.own(toDisposable(session.store.subscribe(follow)));
  scope.own(
    toDisposable(() => {
      hints?.dispose();
      timer?.dispose();
    }),
  );
  follow();
  return scope;
}

/** Whether a code is taken has nothing to do with it, and is counted by the server. */
function isListOfStudies({ queryKey, state }: Query): boolean {
  const [what, which] = queryKey;
  if (what === 'patients' ? which === 'code-taken' : what !== 'studies') return false;
  const pages = (state.data as { readonly pages?: readonly unknown[] } | undefined)?.pages;
  return (pages?.length ?? 0) <= MOST_PAGES;
}
