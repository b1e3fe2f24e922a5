import { useCallback, useRef, useSyncExternalStore } from 'react';

/** What the hook needs of a store; those of the core are such. */
export interface WatchableStore<T> {
  getState(): T;
  subscribe(listener: (state: T, previous: T) => void): () => void;
}

/**
 * The state of a store, or the part that `select` takes of it; the component draws again when
 * that part changes. The selector may build a new value: it runs once per state.
 */
export function useStore<T>(store: WatchableStore<T>): T;
export function useStore<T, Part>(store: WatchableStore<T>, select: (state: T) => Part): Part;
export function useStore<T>(
  store: WatchableStore<T>,
  select: (state: T) => unknown = (state) => state,
): unknown {
  const last = useRef<{ state: T; select: unknown; part: unknown } | null>(null);
  const subscribe = useCallback((changed: () => void) => store.subscribe(changed), [store]);
  const read = (): unknown => {
    const state = store.getState();
    const kept = last.current;
    // An inline selector is a new function at each draw: only its answer decides whether to keep.
    if (kept !== null && Object.is(kept.state, state) && kept.select === select) return kept.part;
    const part = select(state);
    const same = kept !== null && (Object.is(kept.part, part) || sameItems(kept.part, part));
    last.current = { state, select, part: same ? kept.part : part };
    return last.current.part;
  };
  return useSyncExternalStore(subscribe, read, read);
}

function sameItems(left: unknown, right: unknown): boolean {
  if (!Array.isArray(left) || !Array.isArray(right)) return false;
  return left.length === right.length && left.every((item, idx) => Object.is(item, right[idx]));
}
