import { useState } from 'react';

export interface SearchResult {
  readonly items: readonly { readonly id: string }[];
  /** False while the items still answer an earlier question. */
  readonly current: boolean;
}

/**
 * Whose details stand beside a list: who was chosen, else the first that `question` found. They stay
 * when the list is read anew and something else comes to its top, for somebody may be reading or
 * typing there; another question begins at its first answer.
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
