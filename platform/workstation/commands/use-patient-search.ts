import { useQuery } from '@tanstack/react-query';
import { keywordsSchema, type Patient, routes } from '#contracts';
import { unwrap } from '#foundation';
import { useDebounced } from '#ui';
import { useApplication } from '../application/application-context.ts';

const SEARCH_DELAY_MS = 150;
/** Minimum query length, because a single letter matches about half of the patients. */
const MIN_SEARCH_CHARACTERS = 2;
const MAX_RESULTS = 6;

/** Patients found for a query of the palette. */
export interface PatientSearchResult {
  readonly items: readonly Patient[];
  /** True until the response for the current query arrives. */
  readonly searching: boolean;
  readonly failed: boolean;
}

const NO_RESULT: PatientSearchResult = { items: [], searching: false, failed: false };

/**
 * Searches at most six patients by keywords, for users who may see patients. Never returns matches
 * of an earlier query, because Enter would open the wrong patient.
 */
export function usePatientSearch(typed: string): PatientSearchResult {
  const { api, session } = useApplication().services;
  const searchText = typed.trim();
  const debouncedText = useDebounced(searchText, SEARCH_DELAY_MS);
  const isSearchable =
    session.mayCall(routes.searchPatients) &&
    searchText.replace(/\s/g, '').length >= MIN_SEARCH_CHARACTERS &&
    keywordsSchema.safeParse(searchText).success;
  const { data, error } = useQuery({
    queryKey: ['patients', 'found', debouncedText],
    enabled: isSearchable && debouncedText === searchText,
    queryFn: async ({ signal }) => {
      const query = { _keywords: debouncedText, limit: MAX_RESULTS };
      return unwrap(await api.call(routes.searchPatients, { query, signal })).items;
    },
  });
  if (!isSearchable) return NO_RESULT;
  if (debouncedText !== searchText) return { ...NO_RESULT, searching: true };
  return {
    items: data ?? [],
    searching: data === undefined && error === null,
    failed: error !== null,
  };
}
