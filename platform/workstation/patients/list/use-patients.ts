import { type Patient, type ReadingCounts, routes } from '#contracts';
import { hasEnded } from '#core';
import { useStore } from '#ui';
import { useApplication } from '../../application/application-context.ts';
import { useCounts } from '../../lists/use-counts.ts';
import { PAGE_ITEMS, type Paged, usePaged } from '../../lists/use-paged.ts';
import type { PatientSearch } from './patient-query.ts';

/** Patients that match the search, with counts. */
export interface Patients extends Paged<Patient> {
  /** Counts by reading state for the current search and filters; null until loaded. */
  readonly counts: ReadingCounts | null;
}

/** Returns the patients that match search text, filters and state, sorted by the server. */
export function usePatients(search: PatientSearch): Patients {
  const { api, jobs } = useApplication().services;
  const { keywords, filters, state, sort, direction } = search;
  // Reloads the list when a job ends, because the result may change a patient's row.
  const endedJobIds = useStore(jobs.store, (list) =>
    list
      .filter(hasEnded)
      .map((job) => job.id)
      .join(),
  );
  const paged = usePaged<Patient>(
    ['patients', 'list', search],
    (page, signal) =>
      api.call(routes.searchPatients, {
        query: {
          ...filters,
          _keywords: keywords,
          sort,
          direction,
          limit: PAGE_ITEMS,
          ...(state === null ? {} : { readingState: state }),
          ...page,
        },
        signal,
      }),
    endedJobIds,
  );
  const { counts, refresh } = useCounts(['patients', 'counts', keywords, filters], true, (signal) =>
    api.call(routes.countPatients, { query: { ...filters, _keywords: keywords }, signal }),
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
