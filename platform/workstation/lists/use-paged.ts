import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useMemo } from 'react';
import { type CallProblem, isOffline } from '#core';
import { type Problem, ProblemError, type Result } from '#foundation';
import { useApplication } from '../start/application-context.ts';

export interface Page<Item> {
  readonly items: readonly Item[];
  readonly total: number;
  readonly nextCursor: string | null;
}

export interface Paged<Item> {
  readonly items: readonly Item[];
  /** How many match on the server; null while that is not known. */
  readonly total: number | null;
  readonly problem: Problem | null;
  /** False while nothing is there, or what an earlier question has found. */
  readonly current: boolean;
  /** The first page is on its way and nothing else is shown. */
  readonly loading: boolean;
  readonly loadingMore: boolean;
  loadMore(): void;
  refresh(): void;
}

/** A whole screen and more of 28 px rows. */
export const PAGE_ITEMS = 100;
export const REFRESH_MS = 30_000;
/** Beyond so many pages a refresh would read more than anyone looks at. */
const MAX_REFRESHED_PAGES = 4;

/** A server that is away takes nothing from what is shown: the bar says that it is away. */
function problemOf(error: Error | null, isShown: boolean): Problem | null {
  if (!(error instanceof ProblemError)) return null;
  return isShown && isOffline(error.problem) ? null : error.problem;
}

/**
 * A list that grows at its end. It is read anew every 30 s, after each reconnection, and whenever
 * `changes` differ, as long as it is not longer than a few screens.
 */
export function usePaged<Item>(
  key: readonly unknown[],
  read: (
    cursor: string | undefined,
    signal: AbortSignal,
  ) => Promise<Result<Page<Item>, CallProblem>>,
  changes: string,
): Paged<Item> {
  const { live } = useApplication().services;
  const query = useInfiniteQuery({
    queryKey: key,
    placeholderData: keepPreviousData,
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) => {
      const response = await read(pageParam, signal);
      if (!response.ok) throw new ProblemError(response.problem);
      return response.value;
    },
    getNextPageParam: (last) => last.nextCursor ?? undefined,
    refetchInterval: ({ state }) =>
      (state.data?.pages.length ?? 0) <= MAX_REFRESHED_PAGES ? REFRESH_MS : false,
  });
  const { data, refetch, fetchNextPage, hasNextPage, isFetching } = query;
  const isShort = (data?.pages.length ?? 0) <= MAX_REFRESHED_PAGES;
  useEffect(() => {
    const refresh = live.onRefresh(() => {
      if (isShort) void refetch();
    });
    return () => refresh.dispose();
  }, [live, refetch, isShort]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a hint of a change reads the list anew
  useEffect(() => {
    if (changes !== '' && isShort) void refetch();
  }, [changes]);
  const allItems = useMemo(() => data?.pages.flatMap((page) => page.items) ?? [], [data]);
  // New rows are drawn in slices between key strokes and turns of the wheel.
  const items = useDeferredValue(allItems);
  return {
    items,
    total: data?.pages[0]?.total ?? null,
    problem: problemOf(query.error, data !== undefined),
    current: data !== undefined && !query.isPlaceholderData && items === allItems,
    loading: query.isLoading,
    loadingMore: query.isFetchingNextPage,
    loadMore: () => {
      if (hasNextPage && !isFetching) void fetchNextPage();
    },
    refresh: () => void refetch(),
  };
}
