import { useEffect } from 'react';

/**
 * Reads again some time after the answer of before has come: a server that takes longer than that is
 * waited for, not asked anew over and over. Null: not at all.
 */
export function usePolling(ms: number | null, loading: boolean, refresh: () => void): void {
  useEffect(() => {
    if (ms === null || loading) return;
    const timer = setTimeout(refresh, ms);
    return () => clearTimeout(timer);
  }, [ms, loading, refresh]);
}
