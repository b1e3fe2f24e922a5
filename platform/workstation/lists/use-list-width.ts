import { useSyncExternalStore } from 'react';

/**
 * Width class of the window (limits 1280, 1600 and 1900 px), which decides which optional columns a list
 * shows.
 */
export type ListWidth = 'full' | 'wide' | 'usual' | 'narrow';

const FULL = '(min-width: 1900px)';
const WIDE = '(min-width: 1600px)';
const USUAL = '(min-width: 1280px)';

const media = (query: string): MediaQueryList | null => globalThis.matchMedia?.(query) ?? null;

function subscribe(changed: () => void): () => void {
  const queries = [media(FULL), media(WIDE), media(USUAL)];
  for (const query of queries) query?.addEventListener('change', changed);
  return () => {
    for (const query of queries) query?.removeEventListener('change', changed);
  };
}

function readListWidth(): ListWidth {
  if (media(FULL)?.matches ?? true) return 'full';
  if (media(WIDE)?.matches === true) return 'wide';
  return media(USUAL)?.matches === true ? 'usual' : 'narrow';
}

/**
 * Tracks the width of the window, so that optional columns are hidden before names are truncated.
 */
export function useListWidth(): ListWidth {
  return useSyncExternalStore(subscribe, readListWidth);
}
