import { assessmentLists } from './assessment-lists.ts';
import { examinationLists } from './examination-lists.ts';
import { findingLists } from './finding-lists.ts';
import type { HardCodedList, ListExtension } from './list-schema.ts';
import { MAX_ITEMS } from './list-schema.ts';

const DENSITY_LIST = 'BREAST_DENSITY';

export const builtInLists: readonly HardCodedList[] = [
  ...examinationLists,
  ...findingLists,
  ...assessmentLists,
];

/**
 * Returns the effective lists of a site by id. An extension of an unknown list adds that list.
 * BI-RADS keeps its nine items, because scores and reports depend on them; a site may only relabel
 * them.
 */
export function effectiveLists(
  extensions: Readonly<Record<string, ListExtension>>,
): ReadonlyMap<string, HardCodedList> {
  const lists = new Map(builtInLists.map((list) => [list.listId, list]));
  for (const [listId, extension] of Object.entries(extensions)) {
    lists.set(listId, extendList(lists.get(listId) ?? newList(listId), extension));
  }
  return lists;
}

/** Returns messages about a site's invalid list extensions; empty if all are valid. */
export function listIssues(extensions: Readonly<Record<string, ListExtension>>): readonly string[] {
  const issues: string[] = [];
  for (const { listId, items } of effectiveLists(extensions).values()) {
    if (items.length > MAX_ITEMS) issues.push(`${listId} has more than ${MAX_ITEMS} items`);
  }
  issues.push(...rankIssues(extensions));
  const birads = extensions.BIRADS;
  if (birads === undefined) return issues;
  const known = new Set(builtInLists.find(({ listId }) => listId === 'BIRADS')?.items.map(idOf));
  if (birads.without.length > 0 || birads.items.some(({ id }) => !known.has(id))) {
    issues.push('BIRADS must keep its nine categories. Only their labels can change.');
  }
  return issues;
}

/**
 * Checks that only BREAST_DENSITY has ranks and that its four built-in categories keep theirs,
 * because stored records depend on them.
 */
function rankIssues(extensions: Readonly<Record<string, ListExtension>>): readonly string[] {
  const builtInRanks = new Map(
    builtInLists
      .find(({ listId }) => listId === DENSITY_LIST)
      ?.items.map(({ id, rank }) => [id, rank]),
  );
  return Object.entries(extensions).flatMap(([listId, { items }]) =>
    items.flatMap(({ id, rank }) => {
      if (rank === undefined) return [];
      if (listId !== DENSITY_LIST)
        return [`${listId}: ${id} has a rank. Only items of ${DENSITY_LIST} can have a rank.`];
      const builtInRank = builtInRanks.get(id);
      return builtInRank === undefined || builtInRank === rank
        ? []
        : [`${DENSITY_LIST}: ${id} must keep its rank ${builtInRank}`];
    }),
  );
}

function extendList(list: HardCodedList, extension: ListExtension): HardCodedList {
  const changed = new Map(extension.items.map((item) => [item.id, item]));
  const existing = list.items.map((item) => ({ ...item, ...changed.get(item.id) }));
  const known = new Set(list.items.map(idOf));
  const added = extension.items.filter(({ id }) => !known.has(id));
  return {
    ...list,
    title: extension.title ?? list.title,
    version: `${list.version}+${extension.version}`,
    items: [...existing, ...added]
      .filter(({ id }) => !extension.without.includes(id))
      .sort((a, b) => a.order - b.order || (a.id < b.id ? -1 : 1)),
  };
}

function newList(listId: string): HardCodedList {
  const defaults = { version: '0', source: 'Site configuration', maxItems: null };
  return { listId, title: listId, ...defaults, describesFindings: false, items: [] };
}

const idOf = ({ id }: { readonly id: string }): string => id;
