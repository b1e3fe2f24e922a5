import { useSyncExternalStore } from 'react';

/** Below this a list beside its panel has no room for every column. */
const WIDE = '(min-width: 1600px)';

const media = (): MediaQueryList | null => globalThis.matchMedia?.(WIDE) ?? null;

function subscribe(changed: () => void): () => void {
  const query = media();
  query?.addEventListener('change', changed);
  return () => query?.removeEventListener('change', changed);
}

/** Whether the window is wide enough for every column of a list. */
export function useWide(): boolean {
  return useSyncExternalStore(subscribe, () => media()?.matches ?? true);
}
