import { useState } from 'react';

/** The item of this id as the list showed it last; null where it has shown none of this id yet. */
export function useLastSeen<Item extends { readonly id: string }>(
  items: readonly Item[],
  id: string | null,
): { readonly inList: Item | null; readonly lastSeen: Item | null } {
  const inList = items.find((item) => item.id === id) ?? null;
  const [seen, setSeen] = useState(inList);
  if (inList !== null && inList !== seen) setSeen(inList);
  const lastSeen = inList ?? seen;
  return { inList, lastSeen: lastSeen?.id === id ? lastSeen : null };
}
