import { useCallback, useEffect, useRef, useState } from 'react';
import { isAborted } from '#core';
import type { Problem, Result } from '#foundation';
import { usePolling } from './use-polling.ts';

export interface Loaded<T> {
  /** Newest value; the previous value stays while a request is running. */
  readonly value: T | null;
  /** Error of the newest request; null when it succeeded. */
  readonly problem: Problem | null;
  readonly loading: boolean;
  refresh(): void;
}

type Read<T> = (signal: AbortSignal) => Promise<Result<T>>;
const INITIAL_STATE = { value: null, problem: null, loading: true } as const;

/**
 * Loads on mount, when `key` changes, on `refresh`, and every `everyMs`. A response to an older
 * request never replaces a newer one.
 */
export function useLoad<T>(key: string, read: Read<T>, everyMs?: number): Loaded<T> {
  const [state, setState] = useState<Omit<Loaded<T>, 'refresh'>>(INITIAL_STATE);
  const [round, setRound] = useState(0);
  const latest = useRef(read);
  useEffect(() => {
    latest.current = read;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` and `round` identify the request
  useEffect(() => {
    const ended = new AbortController();
    setState((before) => ({ ...before, loading: true }));
    void latest.current(ended.signal).then((response) => {
      if (ended.signal.aborted) return;
      if (response.ok) setState({ value: response.value, problem: null, loading: false });
      else if (!isAborted(response.problem)) {
        const { problem } = response;
        setState((before) => ({ ...before, problem, loading: false }));
      }
    });
    return () => ended.abort();
  }, [key, round]);
  const refresh = useCallback(() => setRound((before) => before + 1), []);
  usePolling(everyMs ?? null, state.loading, refresh);
  return { ...state, refresh };
}
