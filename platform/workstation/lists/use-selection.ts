import { useState } from 'react';

/** Items from which the selection is made. */
export interface SelectableItems {
  readonly items: readonly { readonly id: string }[];
  /** False while the items belong to an earlier query. */
  readonly current: boolean;
}

/**
 * Returns the selected id: the user's choice, otherwise the first result. Keeps the selection when
 * a refresh changes the top of the list, because the user may be reading or typing in the details;
 * a new query selects its first result. `initialId` is selected at the start.
 */
export function useSelection(
  { items, current }: SelectableItems,
  searchKey: string,
  initialId: string | null = null,
): readonly [chosenId: string | null, choose: (id: string | null) => void] {
  const [selection, setSelection] = useState({ searchKey, id: initialId });
  const firstId = items[0]?.id ?? null;
  const isOtherQuery = selection.searchKey !== searchKey;
  if (current && (isOtherQuery || (selection.id === null && firstId !== null))) {
    setSelection({ searchKey, id: firstId });
  }
  return [selection.id, (id) => setSelection({ searchKey, id })];
}
