import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useMemo } from 'react';
import { type CallProblem, isOffline } from '#core';
import { type Problem, ProblemError, type Result } from '#foundation';
import { useApplication } from '../application/application-context.ts';

export interface Page<Item> {
  readonly items: readonly Item[];
  readonly total: number;
  readonly nextCursor: string | null;
}

export interface Paged<Item> {
  readonly items: readonly Item[];
  /** Number of matches on the server; null while unknown. */
  readonly total: number | null;
  readonly problem: Problem | null;
  /** True when the items belong to the current query; false while loading. */
  readonly current: boolean;
  /** True while the first page loads and nothing is shown. */
  readonly loading: boolean;
  readonly loadingMore: boolean;
  loadMore(): void;
  refresh(): void;
}

/** Page size; more than a screen of 28 px rows. */
export const PAGE_ITEMS = 100;
export const REFRESH_MS = 30_000;
/** Lists with more pages are not refreshed automatically, because a refresh reads every page. */
const MAX_REFRESHED_PAGES = 4;

/**
 * Ignores an unreachable server while items are shown, because the app bar already shows Offline.
 */
function problemOf(error: Error | null, isShown: boolean): Problem | null {
  if (!(error instanceof ProblemError)) return null;
  return isShown && isOffline(error.problem) ? null : error.problem;
}

/**
 * List loaded page by page. Refreshes every 30 s, after a reconnect and when `changes` changes,
 * unless the list has more than `MAX_REFRESHED_PAGES` pages.
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change event refreshes the list
  useEffect(() => {
    if (changes !== '' && isShort) void refetch();
  }, [changes]);
  const allItems = useMemo(() => data?.pages.flatMap((page) => page.items) ?? [], [data]);
  // Renders new rows with low priority to keep typing and scrolling responsive.
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
