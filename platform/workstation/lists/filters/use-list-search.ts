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
  readonly refused: string | null;
  readonly words: readonly string[];
  /** What the filters ask the server for. */
  readonly filters: Filters;
  readonly direction: 'asc' | 'desc';
  /** yyyy-mm-dd. */
  readonly today: string;
  readonly isNarrowed: boolean;
  /** Tells one question from the next. */
  readonly question: string;
  /** False for words that were typed a moment ago: they have not been asked yet. */
  readonly isAsked: boolean;
  /** Back to the whole list. */
  clearText(): void;
  clearFilters(): void;
}

/** What a list is searched and narrowed by, from how it was left; `filtersOf` takes values and the day. */
export function useListSearch<Filters>(
  { left, keep }: ListMemory,
  filtersOf: (values: FilterValues, today: string) => Filters,
): ListSearch<Filters> {
  const [text, setText] = useState(left.text);
  const [value, setValue] = useState(left.filters);
  const [sort, setSort] = useState(left.sort);
  useEffect(() => keep({ text, filters: value, sort }), [keep, text, value, sort]);
  const searched = useDebounced(text.trim(), SEARCH_DELAY_MS);
  const refused = keywordsSchema.safeParse(searched).error?.issues[0]?.message ?? null;
  const today = dayOf(Date.now());
  // By the day, so that the key of the query does not change with every moment.
  const filters = useMemo(() => filtersOf(value.values, today), [filtersOf, value.values, today]);
  const words = useMemo(() => searched.split(/\s+/).filter((word) => word !== ''), [searched]);
  return {
    text,
    setText,
    value,
    setValue,
    sort,
    setSort,
    searched,
    words,
    refused,
    filters,
    today,
    keywords: refused === null ? searched : '',
    direction: sort.direction === 'ascending' ? 'asc' : 'desc',
    isNarrowed: searched !== '' || isFiltered(value),
    question: JSON.stringify([text.trim(), value]),
    isAsked: refused === null && text.trim() === searched,
    clearText: () => setText(''),
    clearFilters: () => setValue(NO_FILTERS),
  };
}
