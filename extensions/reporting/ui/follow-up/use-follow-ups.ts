import { type FollowUp, type FollowUpReason, type FollowUpState, routes } from '#contracts';
import { type InfiniteList, useInfiniteList } from '#ui';
import { type FollowUpServices, userKeyOf } from './follow-up-services.ts';

export interface FollowUpFilterValues {
  readonly state: FollowUpState;
  readonly keywords: string;
  readonly reason: FollowUpReason | null;
  /** yyyy-mm-dd. */
  readonly dueUntil: string | null;
  readonly readerId: string | null;
  readonly overdue: boolean;
}

export const NO_FILTERS: FollowUpFilterValues = {
  state: 'DUE',
  keywords: '',
  reason: null,
  dueUntil: null,
  readerId: null,
  overdue: false,
};

const PAGE_ITEMS = 100;
/** Interval of reloads in ms, because other users enter outcomes and sign addenda. */
const REFRESH_MS = 60_000;

/** Returns whether the list shows all entries of its state. */
export const isUnfiltered = ({ state, ...others }: FollowUpFilterValues): boolean =>
  Object.entries(others).every(
    ([name, value]) => NO_FILTERS[name as keyof FollowUpFilterValues] === value,
  );

/** Returns the filters as the query of the call. */
export function filterQuery(filters: FollowUpFilterValues) {
  const { state, keywords, reason, dueUntil, readerId, overdue } = filters;
  return {
    state,
    _keywords: keywords,
    overdue: overdue ? ('true' as const) : ('false' as const),
    ...(reason === null ? {} : { reason }),
    ...(dueUntil === null ? {} : { dueUntil }),
    ...(readerId === null ? {} : { readerId }),
  };
}

/** Loads the follow-ups page by page. */
export function useFollowUps(
  { api, session }: FollowUpServices,
  filters: FollowUpFilterValues,
): InfiniteList<FollowUp> {
  return useInfiniteList(
    ['follow-ups', userKeyOf(session), filters],
    (page, signal) =>
      api.call(routes.listFollowUps, {
        query: { ...filterQuery(filters), limit: PAGE_ITEMS, ...page },
        signal,
      }),
    // An entry that is closed or reopened moves between lists, of which only one is refreshed.
    {
      uncached: true,
      keepsPrevious: true,
      refreshMs: (_items, pages) => (pages > 1 ? false : REFRESH_MS),
    },
  );
}
