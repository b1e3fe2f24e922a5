import { useSyncExternalStore } from 'react';

function subscribe(changed: () => void): () => void {
  window.addEventListener('hashchange', changed);
  return () => window.removeEventListener('hashchange', changed);
}

const read = (): string => window.location.hash.split('?')[1] ?? '';

/** Returns a query value of the hash address, e.g. `patient`; null if absent. */
export function useHashQuery(name: string): string | null {
  const query = useSyncExternalStore(subscribe, read, read);
  return new URLSearchParams(query).get(name);
}
