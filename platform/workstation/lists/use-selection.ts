import { useState } from 'react';

export interface Found {
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
  { items, current }: Found,
  question: string,
  named: string | null = null,
): readonly [chosenId: string | null, choose: (id: string | null) => void] {
  const [chosen, setChosen] = useState({ question, id: named });
  const first = items[0]?.id ?? null;
  const isOther = chosen.question !== question;
  if (current && (isOther || (chosen.id === null && first !== null))) {
    setChosen({ question, id: first });
  }
  return [chosen.id, (id) => setChosen({ question, id })];
}
