import type { Query, QueryClient } from '@tanstack/react-query';
import { routes, studyMessageSchema, topics } from '#contracts';
import { type Clock, type Disposable, Scope, systemClock, toDisposable } from '#foundation';
import type { Application } from '../application/application.ts';

/** Delay in ms that combines several changes into a single refresh. */
const BATCH_MS = 400;
/** Lists with more pages are not refreshed, because a refresh reads every page. */
const MAX_PAGES = 4;

/** Queries of the scans and reports of studies, and of notes. */
const PARTS_OF_STUDIES: readonly unknown[] = [
  'study-scans',
  'patient-studies',
  'deleted-scans',
  'reports',
  'notes',
];

/**
 * Refreshes study and patient lists after study change events, e.g. a changed claim, priority or
 * reading state. Events contain only the study id. When an event is lost, the lists still refresh
 * periodically. Blind annotators receive no events.
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
      user !== null && !blind && session.mayCall(routes.listStudies) ? user.organization.id : null;
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

/**
 * Returns whether a query lists studies, patients, scans, reports or notes. Excludes the check of patient codes, which
 * does not depend on studies, and lists with more than `MAX_PAGES` pages.
 */
function isListOfStudies({ queryKey, state }: Query): boolean {
  const [resource, list] = queryKey;
  const dependsOnStudies =
    PARTS_OF_STUDIES.includes(resource) ||
    resource === 'studies' ||
    (resource === 'patients' && list !== 'code-taken');
  if (!dependsOnStudies) return false;
  const pages = (state.data as { readonly pages?: readonly unknown[] } | undefined)?.pages;
  return (pages?.length ?? 0) <= MAX_PAGES;
}
