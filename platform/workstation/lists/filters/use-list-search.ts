import { useEffect, useMemo, useState } from 'react';
import { keywordsSchema } from '#contracts';
import { dayOf } from '#foundation';
import { type TableSort, useDebounced } from '#ui';
import { type FilterValues, isFiltered, type ListFilters, NO_FILTERS } from './filters.ts';
import type { ListMemory } from './use-list-memory.ts';

const SEARCH_DELAY_MS = 150;

export interface ListSearch<Filters> {
  readonly text: string;
  setText(text: string): void;
  readonly value: ListFilters;
  setValue(value: ListFilters): void;
  readonly sort: TableSort;
  setSort(sort: TableSort): void;
  /** Debounced search text. */
  readonly searched: string;
  /** Search text for the server; empty when the server would reject it. */
  readonly keywords: string;
  /** Why the search text is invalid; null when valid. */
  readonly searchError: string | null;
  readonly searchTerms: readonly string[];
  /** Query parameters of the active filters. */
  readonly filters: Filters;
  readonly direction: 'asc' | 'desc';
  /** Today, yyyy-mm-dd. */
  readonly today: string;
  readonly isNarrowed: boolean;
  /** Identifies the query; changes with search text and filters. */
  readonly searchKey: string;
  /** False while the search text is invalid or its debounce is pending. */
  readonly isSettled: boolean;
  /** Clears the search text; `clearFilters` removes all filters. */
  clearText(): void;
  clearFilters(): void;
}

/**
 * Search, filters and sort order of a list, starting from the restored state; `filtersOf` converts
 * filter values and today to query parameters.
 */
export function useListSearch<Filters>(
  { restored, save }: ListMemory,
  filtersOf: (values: FilterValues, today: string) => Filters,
): ListSearch<Filters> {
  const [text, setText] = useState(restored.text);
  const [value, setValue] = useState(restored.filters);
  const [sort, setSort] = useState(restored.sort);
  useEffect(() => save({ text, filters: value, sort }), [save, text, value, sort]);
  const searched = useDebounced(text.trim(), SEARCH_DELAY_MS);
  const searchError = keywordsSchema.safeParse(searched).error?.issues[0]?.message ?? null;
  const today = dayOf(Date.now());
  // Depends on the day, not the time, so that the query key stays stable.
  const filters = useMemo(() => filtersOf(value.values, today), [filtersOf, value.values, today]);
  const searchTerms = useMemo(
    () => searched.split(/\s+/).filter((term) => term !== ''),
    [searched],
  );
  return {
    text,
    setText,
    value,
    setValue,
    sort,
    setSort,
    searched,
    searchTerms,
    searchError,
    filters,
    today,
    keywords: searchError === null ? searched : '',
    direction: sort.direction === 'ascending' ? 'asc' : 'desc',
    isNarrowed: searched !== '' || isFiltered(value),
    searchKey: JSON.stringify([text.trim(), value]),
    isSettled: searchError === null && text.trim() === searched,
    clearText: () => setText(''),
    clearFilters: () => setValue(NO_FILTERS),
  };
}
