import { useState } from 'react';

/** Returns the item with this id as last shown in the list; null when the id was never shown. */
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
