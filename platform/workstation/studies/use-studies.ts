import { type ListedStudy, type ReadingCounts, routes } from '#contracts';
import { useStore } from '#ui';
import { useApplication } from '../application/application-context.ts';
import { useCounts } from '../lists/use-counts.ts';
import { PAGE_ITEMS, type Paged, usePaged } from '../lists/use-paged.ts';
import type { StudySearch } from './study-query.ts';

export interface Studies extends Paged<ListedStudy> {
  /** Counts by reading state for the current search and filters; null until loaded. */
  readonly counts: ReadingCounts | null;
}

/** Worklist studies that match search text, filters and state, sorted by the server. */
export function useStudies(search: StudySearch, blind: boolean): Studies {
  const { api, jobs } = useApplication().services;
  const { keywords, filters, state, sort, direction } = search;
  // Refreshes when a job starts or ends; progress arrives with live messages instead.
  const changes = useStore(jobs.store, (all) =>
    all.map(({ id, status }) => `${id} ${status}`).join(),
  );
  const paged = usePaged<ListedStudy>(
    ['studies', 'list', search],
    (cursor, signal) =>
      api.call(routes.listStudies, {
        query: {
          ...filters,
          _keywords: keywords,
          sort,
          direction,
          limit: PAGE_ITEMS,
          ...(state === null ? {} : { readingState: state }),
          ...(cursor === undefined ? {} : { cursor }),
        },
        signal,
      }),
    changes,
  );
  // Blind annotators must not see the progress of others.
  const { counts, refresh } = useCounts(
    ['studies', 'counts', keywords, filters],
    !blind,
    (signal) =>
      api.call(routes.countStudies, { query: { ...filters, _keywords: keywords }, signal }),
  );
  return {
    ...paged,
    counts,
    refresh: () => {
      paged.refresh();
      refresh();
    },
  };
}
