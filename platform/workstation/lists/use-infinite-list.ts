import { useInfiniteQuery } from '@tanstack/react-query';
import type { CallProblem } from '#core';
import { type Problem, ProblemError, type Result } from '#foundation';
import type { Page } from './use-paged.ts';

/** List loaded page by page on request; `items` is null until loaded. */
export function useInfiniteList<Item>(
  key: readonly unknown[],
  read: (
    cursor: string | undefined,
    signal: AbortSignal,
  ) => Promise<Result<Page<Item>, CallProblem>>,
): {
  readonly items: readonly Item[] | null;
  readonly problem: Problem | null;
  readonly hasMore: boolean;
  loadMore(): void;
  refresh(): void;
} {
  const query = useInfiniteQuery({
    queryKey: key,
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) => {
      const response = await read(pageParam, signal);
      if (!response.ok) throw new ProblemError(response.problem);
      return response.value;
    },
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  });
  return {
    items: query.data?.pages.flatMap((page) => page.items) ?? null,
    problem: query.error instanceof ProblemError ? query.error.problem : null,
    hasMore: query.hasNextPage,
    loadMore: () => void query.fetchNextPage(),
    refresh: () => void query.refetch(),
  };
}
