import { useEffect, useState } from 'react';

/**
 * Acts on what the words in a search found: at once, or as soon as the answer to them is there. Other
 * words, or a failure, take the wish back; whatever an earlier answer shows is never acted on.
 */
export function useWhenCurrent(
  words: string,
  found: { readonly current: boolean; readonly failed: boolean },
  act: () => void,
): () => void {
  const [wanted, setWanted] = useState<string | null>(null);
  const { current, failed } = found;
  useEffect(() => {
    if (wanted === null) return;
    if (wanted === words && !current && !failed) return;
    setWanted(null);
    if (wanted === words && current) act();
  });
  return () => {
    if (current) act();
    else setWanted(words);
  };
}
