import type { FieldError } from '../errors.ts';
import { fieldError } from '../field-errors.ts';
import { type HardCodedList, MAX_ITEMS } from './list-schema.ts';

/** Codes of field errors for an invalid selection. */
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
    return [fieldError(field, 'ITEM_NOT_FOUND', { list: listId, items: [] })];
  }
  const errors: FieldError[] = [];
  const maximum = list.maxItems ?? MAX_ITEMS;
  if (ids.length > maximum) {
    errors.push(fieldError(field, 'TOO_MANY_ITEMS_SELECTED', { maximum }));
  }
  const known = new Set([...list.items.map(({ id }) => id), ...storedIds]);
  const unknown = ids.filter((id) => !known.has(id));
  if (unknown.length > 0) {
    const items = firstDistinct(unknown);
    errors.push(fieldError(field, 'ITEM_NOT_FOUND', { list: list.title, items }));
  }
  const seen = new Set<string>();
  const duplicates: string[] = [];
  for (const id of ids) {
    if (seen.has(id)) duplicates.push(id);
    seen.add(id);
  }
  if (duplicates.length > 0) {
    errors.push(fieldError(field, 'DUPLICATE_ITEMS', { items: firstDistinct(duplicates) }));
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

/** Returns at most five different ids, so that a message stays short. */
const firstDistinct = (ids: readonly string[]): string[] => [...new Set(ids)].slice(0, 5);
