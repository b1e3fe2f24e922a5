import type { HardCodedList, ListItem } from './list-schema.ts';

type ListFields = Pick<HardCodedList, 'title' | 'source'> &
  Partial<Pick<HardCodedList, 'version' | 'maxItems' | 'describesFindings'>>;

/** Creates a built-in list from labels by id, in the given order. */
export function createList(
  listId: string,
  fields: ListFields,
  items: Readonly<Record<string, string | Omit<ListItem, 'id' | 'order'>>>,
): HardCodedList {
  return {
    listId,
    version: '1',
    maxItems: null,
    describesFindings: false,
    ...fields,
    items: Object.entries(items).map(([id, item], index) => ({
      id,
      order: (index + 1) * 10,
      ...(typeof item === 'string' ? { label: item } : item),
    })),
  };
}
