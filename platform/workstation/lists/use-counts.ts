import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReadingCounts } from '#contracts';
import type { CallProblem } from '#core';
import { type Result, unwrap } from '#foundation';
import { REFRESH_MS } from './use-paged.ts';

/**
 * Returns the number of items per reading state for the current search and filters; null until
 * loaded.
 */
export function useCounts(
  key: readonly unknown[],
  enabled: boolean,
  read: (signal: AbortSignal) => Promise<Result<ReadingCounts, CallProblem>>,
): { readonly counts: ReadingCounts | null; refresh(): void } {
  const { data, refetch } = useQuery({
    queryKey: key,
    enabled,
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
    queryFn: async ({ signal }) => {
      return unwrap(await read(signal));
    },
  });
  return {
    counts: data ?? null,
    refresh: () => {
      if (enabled) void refetch();
    },
  };
}
