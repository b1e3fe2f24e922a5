import { useQuery } from '@tanstack/react-query';
import { keywordsSchema, type Patient, routes } from '#contracts';
import { ProblemError } from '#foundation';
import { useDebounced } from '#ui';
import { useApplication } from '../start/application-context.ts';

const SEARCH_DELAY_MS = 150;
/** One letter names half of the patients. */
const LEAST_LETTERS = 2;
const MOST_FOUND = 6;

export interface FoundPatients {
  readonly items: readonly Patient[];
  /** The words of this moment have not been answered yet. */
  readonly searching: boolean;
  readonly failed: boolean;
}

const NOBODY: FoundPatients = { items: [], searching: false, failed: false };

/**
 * A few patients whom the words name, for whoever may see patients. What earlier words have found is
 * never shown: by Enter somebody else would be opened.
 */
export function useFoundPatients(typed: string): FoundPatients {
  const { api, session } = useApplication().services;
  const words = typed.trim();
  const settled = useDebounced(words, SEARCH_DELAY_MS);
  const isQuestion =
    session.can(['PATIENT_VIEW']) &&
    words.replace(/\s/g, '').length >= LEAST_LETTERS &&
    keywordsSchema.safeParse(words).success;
  const { data, error } = useQuery({
    queryKey: ['patients', 'found', settled],
    enabled: isQuestion && settled === words,
    queryFn: async ({ signal }) => {
      const query = { _keywords: settled, limit: MOST_FOUND };
      const answer = await api.call(routes.searchPatients, { query, signal });
      if (!answer.ok) throw new ProblemError(answer.problem);
      return answer.value.items;
    },
  });
  if (!isQuestion) return NOBODY;
  if (settled !== words) return { ...NOBODY, searching: true };
  return {
    items: data ?? [],
    searching: data === undefined && error === null,
    failed: error !== null,
  };
}
