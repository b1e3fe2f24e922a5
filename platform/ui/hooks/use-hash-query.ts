import { useSyncExternalStore } from 'react';

function subscribe(changed: () => void): () => void {
  window.addEventListener('hashchange', changed);
  window.addEventListener('popstate', changed);
  return () => {
    window.removeEventListener('hashchange', changed);
    window.removeEventListener('popstate', changed);
  };
}

const read = (): string => window.location.hash.split('?')[1] ?? '';

/** Returns one query value of the hash address, e.g. `section`; null when missing. */
export function useHashQuery(name: string): string | null {
  return new URLSearchParams(useHashQueryText()).get(name);
}

/** Returns the whole query of the hash address; empty when missing. */
export function useHashQueryText(): string {
  return useSyncExternalStore(subscribe, read, read);
}
