import { useCallback, useEffect, useRef, useState } from 'react';
import { isAborted } from '#core';
import type { Problem, Result } from '#foundation';

export interface Page<Item> {
  readonly items: readonly Item[];
  readonly total: number;
  readonly nextCursor: string | null;
}

export interface Pages<Item> {
  readonly items: readonly Item[];
  /** Number of items on the server; null while unknown. */
  readonly total: number | null;
  readonly problem: Problem | null;
  /** True while the first page is loading. */
  readonly loading: boolean;
  readonly loadingMore: boolean;
  readonly hasMore: boolean;
  loadMore(): void;
  refresh(): void;
}

type ReadPage<Item> = (
  cursor: { readonly cursor?: string },
  signal: AbortSignal,
) => Promise<Result<Page<Item>>>;

interface State<Item> {
  /** Request key of the loaded pages. */
  readonly key: string;
  readonly pages: readonly Page<Item>[];
  readonly problem: Problem | null;
  readonly busy: 'first' | 'more' | null;
}

const INITIAL_STATE = { pages: [], problem: null, busy: 'first' } as const;

/** Loads a list by cursor: the first page immediately, further pages by `loadMore`. */
export function usePages<Item>(key: string, read: ReadPage<Item>): Pages<Item> {
  const [state, setState] = useState<State<Item>>({ ...INITIAL_STATE, key });
  const [round, setRound] = useState(0);
  const request = useRef({ key, ended: new AbortController() });
  // A ref, because two calls within one render see the same state.
  const isLoading = useRef(false);
  const latest = useRef(read);
  useEffect(() => {
    latest.current = read;
  });
  const take = useCallback(async (from: Page<Item> | null): Promise<void> => {
    const { key, ended } = request.current;
    const { signal } = ended;
    isLoading.current = true;
    setState((before) => ({ ...before, busy: from === null ? 'first' : 'more' }));
    const cursor = from?.nextCursor ?? null;
    const response = await latest.current(cursor === null ? {} : { cursor }, signal);
    if (signal.aborted) return;
    isLoading.current = false;
    setState((before) => {
      if (!response.ok) {
        const problem = isAborted(response.problem) ? before.problem : response.problem;
        // Pages of another key are dropped, so that they are not shown as results of this key.
        const pages = before.key === key ? before.pages : [];
        return { key, pages, problem, busy: null };
      }
      const pages = from === null ? [response.value] : [...before.pages, response.value];
      return { key, pages, problem: null, busy: null };
    });
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` and `round` identify the request
  useEffect(() => {
    const ended = new AbortController();
    request.current = { key, ended };
    void take(null);
    return () => ended.abort();
  }, [key, round, take]);
  const last = state.pages.at(-1) ?? null;
  const hasMore = last !== null && last.nextCursor !== null;
  return {
    items: state.pages.flatMap((page) => page.items),
    total: state.pages[0]?.total ?? null,
    problem: state.problem,
    loading: state.busy === 'first',
    loadingMore: state.busy === 'more',
    hasMore,
    loadMore: () => {
      if (hasMore && !isLoading.current) void take(last);
    },
    refresh: useCallback(() => setRound((before) => before + 1), []),
  };
}
