import { useEffect, useMemo, useState } from 'react';
import { keywordsSchema } from '#contracts';
import { dayOf } from '#foundation';
import { type TableSort, useDebounced } from '#ui';
import { type FilterValues, isFiltered, type ListFilters, NO_FILTERS } from './filters.ts';
import type { ListMemory } from './use-list-memory.ts';

const SEARCH_DELAY_MS = 150;

/** Search text, filters and sort order of a list, and the query that they make. */
export interface ListSearch<Filters> {
  /** Search text as typed. */
  readonly text: string;
  setText(text: string): void;
  /** Selected filters and state. */
  readonly value: ListFilters;
  setValue(value: ListFilters): void;
  readonly sort: TableSort;
  setSort(sort: TableSort): void;
  /** Search text, trimmed and debounced. */
  readonly debouncedText: string;
  /** Search text for the server; empty when the server would reject it. */
  readonly keywords: string;
  /** Why the search text is invalid; null when valid. */
  readonly searchError: string | null;
  /** Words of the debounced text, for marking matches. */
  readonly searchTerms: readonly string[];
  /** Query parameters of the selected filters. */
  readonly filters: Filters;
  readonly direction: 'asc' | 'desc';
  /** Today, yyyy-mm-dd. */
  readonly today: string;
  /** True while a search text or a filter limits the list. */
  readonly isNarrowed: boolean;
  /** Identifies the query; changes with search text and filters. */
  readonly searchKey: string;
  /** False while the search text is invalid or its debounce is pending. */
  readonly isSettled: boolean;
  clearText(): void;
  /** Removes all filters; keeps the search text. */
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
  const debouncedText = useDebounced(text.trim(), SEARCH_DELAY_MS);
  const searchError = keywordsSchema.safeParse(debouncedText).error?.issues[0]?.message ?? null;
  const today = dayOf(Date.now());
  // Depends on the day, not the time, so that the query key stays stable.
  const filters = useMemo(() => filtersOf(value.values, today), [filtersOf, value.values, today]);
  const searchTerms = useMemo(
    () => debouncedText.split(/\s+/).filter((term) => term !== ''),
    [debouncedText],
  );
  return {
    text,
    setText,
    value,
    setValue,
    sort,
    setSort,
    debouncedText,
    searchTerms,
    searchError,
    filters,
    today,
    keywords: searchError === null ? debouncedText : '',
    direction: sort.direction === 'ascending' ? 'asc' : 'desc',
    isNarrowed: debouncedText !== '' || isFiltered(value),
    searchKey: JSON.stringify([text.trim(), value]),
    isSettled: searchError === null && text.trim() === debouncedText,
    clearText: () => setText(''),
    clearFilters: () => setValue(NO_FILTERS),
  };
}
