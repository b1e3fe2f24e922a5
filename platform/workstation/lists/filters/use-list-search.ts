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
  /** What was typed, a moment after the last key. */
  readonly searched: string;
  /** What is searched for of it; what the server would refuse is no question. */
  readonly keywords: string;
  /** Why the words are no question. */
  readonly searchError: string | null;
  readonly searchTerms: readonly string[];
  /** What the filters ask the server for. */
  readonly filters: Filters;
  readonly direction: 'asc' | 'desc';
  /** yyyy-mm-dd. */
  readonly today: string;
  readonly isNarrowed: boolean;
  /** Tells one question from the next. */
  readonly searchKey: string;
  /** False for words that were typed a moment ago: they have not been asked yet. */
  readonly isSettled: boolean;
  /** Back to the whole list. */
  clearText(): void;
  clearFilters(): void;
}

/** What a list is searched and narrowed by, from how it was left; `filtersOf` takes values and the day. */
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
  // By the day, so that the key of the query does not change with every moment.
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
