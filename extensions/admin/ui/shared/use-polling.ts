import { useEffect } from 'react';

/**
 * Refreshes `ms` after the last response, so that requests to a slow server do not pile up. Null
 * disables polling.
 */
export function usePolling(ms: number | null, loading: boolean, refresh: () => void): void {
  useEffect(() => {
    if (ms === null || loading) return;
    const timer = setTimeout(refresh, ms);
    return () => clearTimeout(timer);
  }, [ms, loading, refresh]);
}
