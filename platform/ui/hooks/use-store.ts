import { useCallback, useRef, useSyncExternalStore } from 'react';

/** Required part of a store; implemented by the core's stores. */
export interface WatchableStore<T> {
  getState(): T;
  subscribe(listener: (state: T, previous: T) => void): () => void;
}

/**
 * Returns the state of a store, or the part returned by `select`; rerenders when that part changes.
 * The selector may return a new value, because it runs once per state.
 */
export function useStore<T>(store: WatchableStore<T>): T;
export function useStore<T, Selected>(
  store: WatchableStore<T>,
  select: (state: T) => Selected,
): Selected;
export function useStore<T>(
  store: WatchableStore<T>,
  select: (state: T) => unknown = (state) => state,
): unknown {
  const last = useRef<{ state: T; select: unknown; selected: unknown } | null>(null);
  const subscribe = useCallback((changed: () => void) => store.subscribe(changed), [store]);
  const read = (): unknown => {
    const state = store.getState();
    const previous = last.current;
    // Inline selectors differ at every render, so only the selected value decides about a change.
    if (previous !== null && Object.is(previous.state, state) && previous.select === select)
      return previous.selected;
    const selected = select(state);
    const same =
      previous !== null &&
      (Object.is(previous.selected, selected) || sameItems(previous.selected, selected));
    last.current = { state, select, selected: same ? previous.selected : selected };
    return last.current.selected;
  };
  return useSyncExternalStore(subscribe, read, read);
}

function sameItems(left: unknown, right: unknown): boolean {
  if (!Array.isArray(left) || !Array.isArray(right)) return false;
  return left.length === right.length && left.every((item, idx) => Object.is(item, right[idx]));
}
