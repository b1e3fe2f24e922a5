import { useSyncExternalStore } from 'react';

function subscribe(changed: () => void): () => void {
  window.addEventListener('hashchange', changed);
  return () => window.removeEventListener('hashchange', changed);
}

const read = (): string => window.location.hash.split('?')[1] ?? '';

/** Returns a query value of the hash address, e.g. `patient`; null if absent. */
export function useHashQuery(name: string): string | null {
  return new URLSearchParams(useHashQueryText()).get(name);
}

/** Returns the whole query of the hash address; empty if absent. */
export function useHashQueryText(): string {
  return useSyncExternalStore(subscribe, read, read);
}
