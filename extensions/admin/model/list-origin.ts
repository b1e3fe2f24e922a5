import { builtInLists, type HardCodedList, type ListItem } from '#contracts';

export type ItemOrigin = 'builtIn' | 'added' | 'worded';

/** Whether an item comes with the product, or the site added it, or changed its words or place. */
export function itemOrigin(list: HardCodedList, item: ListItem): ItemOrigin {
  const known = builtInItems(list).find(({ id }) => id === item.id);
  if (known === undefined) return 'added';
  return known.label === item.label && known.order === item.order ? 'builtIn' : 'worded';
}

/** Ids that come with the product and are not offered at this site. */
export function itemsNotOffered(list: HardCodedList): readonly string[] {
  const offered = new Set(list.items.map(({ id }) => id));
  return builtInItems(list)
    .map(({ id }) => id)
    .filter((id) => !offered.has(id));
}

function builtInItems({ listId }: HardCodedList): readonly ListItem[] {
  return builtInLists.find((list) => list.listId === listId)?.items ?? [];
}
