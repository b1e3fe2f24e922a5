import { type TextTree, translated } from '#foundation';
import { builtInLists } from './effective-lists.ts';
import type { HardCodedList, ListItem } from './list-schema.ts';

/** Fields of an item that a user reads. */
const FIELDS = ['label', 'likelihood', 'management'] as const;

/**
 * Returns a list in the language of the page (area `list.<id>`). The built-in words are translated;
 * words that a site has set stay as they are.
 */
export function translateList(list: HardCodedList): HardCodedList {
  return withTexts(list, (builtIn) => translated(`list.${builtIn.listId}`, listTexts(builtIn)));
}

/** Replaces the built-in words of a list; `textsOf` returns their translation. */
export function withTexts(
  list: HardCodedList,
  textsOf: (builtIn: HardCodedList) => ListTexts,
): HardCodedList {
  const builtIn = builtInLists.find(({ listId }) => listId === list.listId);
  if (builtIn === undefined) return list;
  const texts = textsOf(builtIn);
  const builtInItems = new Map(builtIn.items.map((item) => [item.id, item]));
  return {
    ...list,
    title: list.title === builtIn.title ? texts.title : list.title,
    items: list.items.map((item) =>
      translateItem(item, builtInItems.get(item.id), texts.items[item.id]),
    ),
  };
}

export interface ListTexts extends TextTree {
  readonly title: string;
  readonly items: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** Returns the texts of a list as an area: title, and the texts of the items by id. */
export function listTexts({ title, items }: HardCodedList): ListTexts {
  const textsOf = (item: ListItem): Record<string, string> =>
    Object.fromEntries(FIELDS.flatMap((field) => (item[field] ? [[field, item[field]]] : [])));
  return { title, items: Object.fromEntries(items.map((item) => [item.id, textsOf(item)])) };
}

/** Translates the fields of an item that the site has not changed. */
function translateItem(
  item: ListItem,
  builtIn: ListItem | undefined,
  texts: Readonly<Record<string, string>> = {},
): ListItem {
  const unchangedFields = FIELDS.filter(
    (field) => item[field] !== undefined && item[field] === builtIn?.[field],
  );
  const translations = unchangedFields.flatMap((field) =>
    texts[field] === undefined ? [] : [[field, texts[field]]],
  );
  return { ...item, ...Object.fromEntries(translations) };
}
