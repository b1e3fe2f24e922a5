import { useEffect, useState } from 'react';

/**
 * Acts on what the words in a search found: at once, or as soon as the answer to them is there. Other
 * words, or a failure, take the wish back; whatever an earlier answer shows is never acted on.
 */
export function useWhenCurrent(
  searchText: string,
  results: { readonly current: boolean; readonly failed: boolean },
  action: () => void,
): () => void {
  const [requested, setRequested] = useState<string | null>(null);
  const { current, failed } = results;
  useEffect(() => {
    if (requested === null) return;
    if (requested === searchText && !current && !failed) return;
    setRequested(null);
    if (requested === searchText && current) action();
  });
  return () => {
    if (current) action();
    else setRequested(searchText);
  };
}
