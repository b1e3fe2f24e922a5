import { type ListedStudy, type ReadingCounts, routes } from '#contracts';
import { useStore } from '#ui';
import { useApplication } from '../application/application-context.ts';
import { useCounts } from '../lists/use-counts.ts';
import { PAGE_ITEMS, type Paged, REFRESH_MS, usePaged } from '../lists/use-paged.ts';
import { type StudySearch, worklistQuery } from './study-query.ts';

/** Interval in ms while a listed scan is being recorded, because frames send no message. */
const RECORDING_REFRESH_MS = 5_000;

const refreshMsOf = (studies: readonly ListedStudy[]): number =>
  studies.some(({ recordings }) => recordings.length > 0) ? RECORDING_REFRESH_MS : REFRESH_MS;

/** Studies that match the search, with counts. */
export interface Studies extends Paged<ListedStudy> {
  /** Counts by reading state for the current search and filters; null until loaded. */
  readonly counts: ReadingCounts | null;
}

/** Returns the worklist studies that match search text, filters and state, sorted by the server. */
export function useStudies(search: StudySearch, blind: boolean): Studies {
  const { api, jobs } = useApplication().services;
  const { keywords, filters } = search;
  // Reloads the list when a job starts or ends; live messages update the progress.
  const jobStates = useStore(jobs.store, (list) =>
    list.map(({ id, status }) => `${id} ${status}`).join(),
  );
  const paged = usePaged<ListedStudy>(
    ['studies', 'list', search],
    (page, signal) =>
      api.call(routes.listStudies, {
        query: { ...worklistQuery(search), limit: PAGE_ITEMS, ...page },
        signal,
      }),
    jobStates,
    refreshMsOf,
  );
  // Requests no counts for blind annotators, who must not see the progress of others.
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
