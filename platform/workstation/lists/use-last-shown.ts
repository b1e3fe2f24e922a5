import { useState } from 'react';

/** The item of this id as the list showed it last; null where it has shown none of this id yet. */
export function useLastShown<Item extends { readonly id: string }>(
  items: readonly Item[],
  id: string | null,
): { readonly inList: Item | null; readonly lastShown: Item | null } {
  const inList = items.find((item) => item.id === id) ?? null;
  const [lastItem, setLastItem] = useState(inList);
  if (inList !== null && inList !== lastItem) setLastItem(inList);
  const lastShown = inList ?? lastItem;
  return { inList, lastShown: lastShown?.id === id ? lastShown : null };
}
