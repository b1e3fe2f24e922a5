import type { ReactNode } from 'react';
import type { HardCodedList } from '#contracts';
import { ToggleChips } from '../fields/toggle-chips.tsx';

export interface CategoryChipsProps {
  readonly label: string;
  readonly lists: readonly HardCodedList[];
  /** 1..9; null while undecided. */
  readonly score: number | null;
  readonly disabled: boolean;
  onChange(score: number | null): void;
}

/** BI-RADS categories 0 to 6 as chips; the meaning of the chosen one stands beside the label. */
export function CategoryChips(props: CategoryChipsProps): ReactNode {
  const items = categoriesOf(props.lists);
  const chosen = items.find(({ score }) => score === props.score);
  return (
    <ToggleChips
      label={chosen === undefined ? props.label : `${props.label} · ${chosen.label}`}
      options={items.map(({ score, code, label }) => ({
        id: String(score),
        label: code,
        name: `${code}, ${label}`,
        // 4 goes through 4A, 4B and 4C.
        digit: code.slice(0, 1),
      }))}
      selected={props.score === null ? [] : [String(props.score)]}
      disabled={props.disabled}
      onChange={([id]) => props.onChange(id === undefined ? null : Number(id))}
    />
  );
}

/** Returns the categories by ascending score. */
function categoriesOf(lists: readonly HardCodedList[]) {
  const items = lists.find(({ listId }) => listId === 'BIRADS')?.items ?? [];
  return items
    .flatMap(({ id, score, code, label }) =>
      score === undefined ? [] : [{ score, code: code ?? id, label }],
    )
    .toSorted((a, b) => a.score - b.score);
}

/** Returns the printed category of a score, e.g. '4A'; a dash while undecided. */
export function categoryCode(lists: readonly HardCodedList[], score: number | null): string {
  return categoriesOf(lists).find((item) => item.score === score)?.code ?? '–';
}
