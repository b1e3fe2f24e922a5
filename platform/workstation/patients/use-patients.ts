import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { type Patient, routes } from '#contracts';
import type { CallProblem } from '#core';
import { ProblemError } from '#foundation';
import { useApplication } from '../start/application-context.ts';

const PAGE = 200;

export interface Patients {
  readonly items: readonly Patient[];
  /** How many match on the server; null while that is not known. */
  readonly total: number | null;
  readonly problem: CallProblem | ProblemError['problem'] | null;
  readonly loading: boolean;
  readonly hasMore: boolean;
  loadMore(): void;
  refresh(): void;
}

/** Patients whose code or names hold every keyword; an empty text gives all of them. */
export function usePatients(keywords: string): Patients {
  const { services } = useApplication();
  const queries = useQueryClient();
  const query = useInfiniteQuery({
    queryKey: ['patients', keywords],
    placeholderData: keepPreviousData,
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) => {
      const answer = await services.api.call(routes.searchPatients, {
        query: {
          limit: PAGE,
          _keywords: keywords,
          ...(pageParam === undefined ? {} : { cursor: pageParam }),
        },
        signal,
      });
      if (!answer.ok) throw new ProblemError(answer.problem);
      return answer.value;
    },
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  });
  const pages = query.data?.pages ?? [];
  return {
    items: pages.flatMap((page) => page.items),
    total: pages[0]?.total ?? null,
    problem: query.error instanceof ProblemError ? query.error.problem : null,
    loading: query.isLoading,
    hasMore: query.hasNextPage,
    loadMore: () => void query.fetchNextPage(),
    // A new patient belongs to other searches too, the empty one first of all.
    refresh: () => void queries.invalidateQueries({ queryKey: ['patients'] }),
  };
}
