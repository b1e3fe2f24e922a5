import { builtInLists, type HardCodedList, type ListItem, translateList } from '#contracts';

export type ItemOrigin = 'builtIn' | 'added' | 'changed';

/**
 * Returns whether an item is built in, added by the site, or built in with another label or order.
 * `list` must be in the language of the page.
 */
export function itemOrigin(list: HardCodedList, item: ListItem): ItemOrigin {
  const known = builtInItems(list).find(({ id }) => id === item.id);
  if (known === undefined) return 'added';
  return known.label === item.label && known.order === item.order ? 'builtIn' : 'changed';
}

/** Returns the ids of built-in items that this site does not offer. */
export function itemsNotOffered(list: HardCodedList): readonly string[] {
  const offered = new Set(list.items.map(({ id }) => id));
  return builtInItems(list)
    .map(({ id }) => id)
    .filter((id) => !offered.has(id));
}

function builtInItems({ listId }: HardCodedList): readonly ListItem[] {
  const builtIn = builtInLists.find((list) => list.listId === listId);
  return builtIn === undefined ? [] : translateList(builtIn).items;
}
