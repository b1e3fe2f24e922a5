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
  /** How many there are on the server; null while that is not known. */
  readonly total: number | null;
  readonly problem: Problem | null;
  /** The first page is on its way. */
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
  /** The question that the pages answer. */
  readonly key: string;
  readonly pages: readonly Page<Item>[];
  readonly problem: Problem | null;
  readonly busy: 'first' | 'more' | null;
}

const INITIAL_STATE = { pages: [], problem: null, busy: 'first' } as const;

/** A list by its cursor: the first page at once, the next when they are asked for. */
export function usePages<Item>(key: string, read: ReadPage<Item>): Pages<Item> {
  const [state, setState] = useState<State<Item>>({ ...INITIAL_STATE, key });
  const [round, setRound] = useState(0);
  const request = useRef({ key, ended: new AbortController() });
  // Two calls within one drawing see the same state: this one they see at once.
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
        // What answered another question would stand there as the answer to this one.
        const pages = before.key === key ? before.pages : [];
        return { key, pages, problem, busy: null };
      }
      const pages = from === null ? [response.value] : [...before.pages, response.value];
      return { key, pages, problem: null, busy: null };
    });
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: key and round are the questions
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
