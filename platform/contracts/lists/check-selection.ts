import type { FieldError } from '../errors.ts';
import { type HardCodedList, MAX_ITEMS } from './list-schema.ts';

/** Codes of field errors for an invalid selection (specification 5). */
export type ListErrorCode = 'TOO_MANY_ITEMS_SELECTED' | 'ITEM_NOT_FOUND' | 'DUPLICATE_ITEMS';

export interface Selection {
  /** Path of the selection in the body, e.g. `cancerHistory`. */
  readonly field: string;
  readonly listId: string;
  readonly ids: readonly string[];
  /** Previously stored ids, which stay valid after a site has removed them from its list. */
  readonly storedIds?: readonly string[];
}

/**
 * Returns the errors of a selection: too many items, unknown items, duplicates. Shared by browser
 * and server.
 */
export function checkSelection(
  lists: ReadonlyMap<string, HardCodedList>,
  { field, listId, ids, storedIds = [] }: Selection,
): readonly FieldError[] {
  const list = lists.get(listId);
  if (list === undefined) {
    return [listError(field, 'ITEM_NOT_FOUND', `There is no list ${listId}`)];
  }
  const errors: FieldError[] = [];
  const maximum = list.most ?? MAX_ITEMS;
  if (ids.length > maximum) {
    const items = maximum === 1 ? 'one item' : `${maximum} items`;
    errors.push(listError(field, 'TOO_MANY_ITEMS_SELECTED', `Select at most ${items}`));
  }
  const known = new Set([...list.items.map(({ id }) => id), ...storedIds]);
  const unknown = ids.filter((id) => !known.has(id));
  if (unknown.length > 0) {
    const message = `${list.title} does not hold ${formatIds(unknown)}`;
    errors.push(listError(field, 'ITEM_NOT_FOUND', message));
  }
  const seen = new Set<string>();
  const duplicates = ids.filter((id) => seen.has(id) || !seen.add(id));
  if (duplicates.length > 0) {
    errors.push(
      listError(field, 'DUPLICATE_ITEMS', `${formatIds(duplicates)} is selected more than once`),
    );
  }
  return errors;
}

/** Returns the errors of the selections of several fields. */
export function checkSelections(
  lists: ReadonlyMap<string, HardCodedList>,
  selections: readonly Selection[],
): readonly FieldError[] {
  return selections.flatMap((selection) => checkSelection(lists, selection));
}

function listError(field: string, code: ListErrorCode, message: string): FieldError {
  return { field, code, message };
}

const formatIds = (ids: readonly string[]): string => [...new Set(ids)].slice(0, 5).join(', ');
