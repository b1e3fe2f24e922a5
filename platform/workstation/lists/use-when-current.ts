import { useEffect, useState } from 'react';

/**
 * Returns a function that runs `action` on the current results, or as soon as they arrive. A
 * changed search text or an error cancels the action; results of an earlier query are never used.
 */
export function useWhenCurrent(
  searchText: string,
  results: { readonly current: boolean; readonly failed: boolean },
  action: () => void,
): () => void {
  const [requestedText, setRequested] = useState<string | null>(null);
  const { current, failed } = results;
  useEffect(() => {
    if (requestedText === null) return;
    if (requestedText === searchText && !current && !failed) return;
    setRequested(null);
    if (requestedText === searchText && current) action();
  });
  return () => {
    if (current) action();
    else setRequested(searchText);
  };
}
