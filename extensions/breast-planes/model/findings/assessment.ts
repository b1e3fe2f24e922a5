import type { Finding, HardCodedList, ListItem } from '#contracts';

/** Returns the items of a list; empty for an unknown list. */
export const listItems = (
  lists: readonly HardCodedList[],
  listId: string,
): HardCodedList['items'] => lists.find((list) => list.listId === listId)?.items ?? [];

type BiradsItem = Pick<ListItem, 'code' | 'label'> & { readonly score: number };

/** Returns the BI-RADS categories by ascending score. */
export const biradsItems = (lists: readonly HardCodedList[]): readonly BiradsItem[] =>
  listItems(lists, 'BIRADS')
    .flatMap(({ score, code, label }) => (score === undefined ? [] : [{ score, code, label }]))
    .sort((a, b) => a.score - b.score);

/** Formats a category with its meaning, e.g. '4A · Low suspicion of malignancy'. */
export const biradsText = ({ code, label }: Pick<BiradsItem, 'code' | 'label'>): string =>
  code === undefined ? label : `${code} · ${label}`;

/** Returns the category with its meaning; null without a score, and for an unknown score. */
export function biradsMeaning(
  lists: readonly HardCodedList[],
  { biradsScore }: Pick<Finding, 'biradsScore'>,
): string | null {
  const item = biradsItems(lists).find(({ score }) => score === biradsScore);
  return item === undefined ? null : biradsText(item);
}

/** Returns the labels of selected ids; an unknown id is shown as it is. */
export function itemLabels(
  lists: readonly HardCodedList[],
  listId: string,
  ids: readonly string[],
): readonly string[] {
  const items = listItems(lists, listId);
  return ids.map((id) => items.find((item) => item.id === id)?.label ?? id);
}
