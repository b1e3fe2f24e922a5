import { useCallback, useSyncExternalStore } from 'react';

/** Returns whether the window is at least `pixels` wide. */
export function useMinWidth(pixels: number): boolean {
  const subscribe = useCallback((changed: () => void) => {
    window.addEventListener('resize', changed);
    return () => window.removeEventListener('resize', changed);
  }, []);
  return useSyncExternalStore(subscribe, () => window.innerWidth >= pixels);
}
