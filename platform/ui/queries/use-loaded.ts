import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type Problem, type Result, unwrap } from '#foundation';
import { type CacheOptions, cacheOptions, problemOf } from './query-options.ts';

export interface Loaded<T> {
  /** Newest value, kept while a reload runs; null until loaded. */
  readonly value: T | null;
  /** Problem of the newest request; null if it succeeded. */
  readonly problem: Problem | null;
  /** Loads the value again; cancels a request that started before. Ignored while disabled. */
  refresh(): void;
  /** Replaces the value, e.g. by the response to a change. */
  replace(value: T): void;
}

export interface LoadOptions extends CacheOptions {
  /** Interval of reloads in ms; absent for none. */
  readonly refreshMs?: number;
  /** False loads nothing, e.g. without the permission. */
  readonly enabled?: boolean;
}

/**
 * Loads a value when the view opens and when `key` changes, and again every `refreshMs`. Needs a
 * `QueryClientProvider`.
 */
export function useLoaded<T>(
  key: readonly unknown[],
  read: (signal: AbortSignal) => Promise<Result<T>>,
  options: LoadOptions = {},
): Loaded<T> {
  const queries = useQueryClient();
  const { enabled = true } = options;
  const { data, error, refetch } = useQuery({
    queryKey: key,
    enabled,
    queryFn: async ({ signal }) => unwrap(await read(signal)),
    refetchInterval: options.refreshMs ?? false,
    ...cacheOptions(options),
  });
  return {
    value: data ?? null,
    problem: problemOf(error),
    refresh: () => {
      // Without this, a refresh during the first request would wait for its older response.
      if (enabled) void queries.cancelQueries({ queryKey: key, exact: true }).then(() => refetch());
    },
    replace: (value) => {
      // Undefined changes nothing: no view shows the value any more.
      queries.setQueryData<T>(key, (before) => (before === undefined ? undefined : value));
    },
  };
}
