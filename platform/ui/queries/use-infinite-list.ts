import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { type Problem, type Result, unwrap } from '#foundation';
import { type CacheOptions, cacheOptions, problemOf } from './query-options.ts';

export interface Page<Item> {
  readonly items: readonly Item[];
  /** Number of items on the server. */
  readonly total: number;
  /** Null on the last page. */
  readonly nextCursor: string | null;
}

/** Query of a page; no cursor for the first page. */
export interface PageQuery {
  readonly cursor?: string;
}

export interface InfiniteList<Item> {
  /** Null until loaded. */
  readonly items: readonly Item[] | null;
  /** Number of items on the server; null until loaded. */
  readonly total: number | null;
  readonly pageCount: number;
  readonly problem: Problem | null;
  /** True until the first page of the current key is loaded or has failed. */
  readonly loading: boolean;
  readonly loadingMore: boolean;
  readonly hasMore: boolean;
  /** Loads the next page unless a page is loading. */
  loadMore(): void;
  /** Loads all pages again. */
  refresh(): void;
}

export interface InfiniteListOptions<Item> extends CacheOptions {
  /** Keeps the items of the previous key while those of a new key load. */
  readonly keepsPrevious?: boolean;
  /** Returns the time in ms until the next refresh; false for none. */
  readonly refreshMs?: (items: readonly Item[], pageCount: number) => number | false;
}

const itemsOf = <Item>(pages: readonly Page<Item>[]): readonly Item[] =>
  pages.flatMap(({ items }) => items);

/**
 * List loaded page by page: the first page when the view opens or `key` changes, further pages on
 * request. Needs a `QueryClientProvider`.
 */
export function useInfiniteList<Item>(
  key: readonly unknown[],
  read: (page: PageQuery, signal: AbortSignal) => Promise<Result<Page<Item>>>,
  options: InfiniteListOptions<Item> = {},
): InfiniteList<Item> {
  const { refreshMs } = options;
  const query = useInfiniteQuery({
    queryKey: key,
    initialPageParam: {} as PageQuery,
    queryFn: async ({ pageParam, signal }) => unwrap(await read(pageParam, signal)),
    getNextPageParam: ({ nextCursor }): PageQuery | undefined =>
      nextCursor === null ? undefined : { cursor: nextCursor },
    refetchInterval: ({ state }) => {
      const pages = state.data?.pages ?? [];
      return refreshMs?.(itemsOf(pages), pages.length) ?? false;
    },
    ...(options.keepsPrevious === true ? { placeholderData: keepPreviousData } : {}),
    ...cacheOptions(options),
  });
  const { data, fetchNextPage, hasNextPage, refetch } = query;
  const items = useMemo(() => (data === undefined ? null : itemsOf(data.pages)), [data]);
  return {
    items,
    total: data?.pages[0]?.total ?? null,
    pageCount: data?.pages.length ?? 0,
    problem: problemOf(query.error),
    loading: query.isLoading || query.isPlaceholderData,
    loadingMore: query.isFetchingNextPage,
    hasMore: hasNextPage,
    loadMore: () => {
      // A running request is not cancelled, also when this is called twice before a render.
      if (hasNextPage) void fetchNextPage({ cancelRefetch: false });
    },
    refresh: useCallback(() => void refetch(), [refetch]),
  };
}
