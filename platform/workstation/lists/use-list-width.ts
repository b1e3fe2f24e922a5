import { useSyncExternalStore } from 'react';

/** How much room a list has for columns beside what its panel tells as well. */
export type ListWidth = 'wide' | 'usual' | 'narrow';

const WIDE = '(min-width: 1600px)';
const USUAL = '(min-width: 1280px)';

const media = (query: string): MediaQueryList | null => globalThis.matchMedia?.(query) ?? null;

function subscribe(changed: () => void): () => void {
  const queries = [media(WIDE), media(USUAL)];
  for (const query of queries) query?.addEventListener('change', changed);
  return () => {
    for (const query of queries) query?.removeEventListener('change', changed);
  };
}

function readListWidth(): ListWidth {
  if (media(WIDE)?.matches ?? true) return 'wide';
  return media(USUAL)?.matches === true ? 'usual' : 'narrow';
}

/** Follows the width of the window: columns give way before the names do. */
export function useListWidth(): ListWidth {
  return useSyncExternalStore(subscribe, readListWidth);
}
