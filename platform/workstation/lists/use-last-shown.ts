import { useState } from 'react';

/**
 * Returns the item with this id: `inList` as in `items`, null when absent; `lastShown` as the list
 * last showed the item, null when the list never did.
 */
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
