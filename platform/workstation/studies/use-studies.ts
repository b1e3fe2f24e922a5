import { type ListedStudy, type ReadingCounts, routes } from '#contracts';
import { useStore } from '#ui';
import { useCounts } from '../lists/use-counts.ts';
import { PAGE_ITEMS, type Paged, usePaged } from '../lists/use-paged.ts';
import { useApplication } from '../start/application-context.ts';
import type { StudySearch } from './study-query.ts';

export interface Studies extends Paged<ListedStudy> {
  /** By state of reading, under the same words and filters; null while they are not known. */
  readonly counts: ReadingCounts | null;
}

/** The worklist: studies that fit words, filters and state, sorted by the server. */
export function useStudies(search: StudySearch, blind: boolean): Studies {
  const { api, jobs } = useApplication().services;
  const { keywords, filters, state, sort, direction } = search;
  // A job that begins or ends changes a line; how far it is comes without reading the list anew.
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
  // How far others are is withheld from who reads blindly.
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
