import { useState } from 'react';

export interface SearchResult {
  readonly items: readonly { readonly id: string }[];
  /** False while the items belong to an earlier query. */
  readonly current: boolean;
}

/**
 * Returns the selected id: the user's choice, otherwise the first result. Keeps the selection when
 * a refresh changes the top of the list, because the user may be reading or typing in the details;
 * a new query selects its first result.
 */
export function useSelection(
  { items, current }: SearchResult,
  searchKey: string,
  named: string | null = null,
): readonly [chosenId: string | null, choose: (id: string | null) => void] {
  const [selection, setSelection] = useState({ searchKey, id: named });
  const first = items[0]?.id ?? null;
  const isOther = selection.searchKey !== searchKey;
  if (current && (isOther || (selection.id === null && first !== null))) {
    setSelection({ searchKey, id: first });
  }
  return [selection.id, (id) => setSelection({ searchKey, id })];
}
