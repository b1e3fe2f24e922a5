import { type TableSort, useStore } from '#ui';
import { useApplication } from '../../application/application-context.ts';

const DIRECTIONS: readonly TableSort['direction'][] = ['ascending', 'descending'];

/** Sort order of a list, as `ListSearch` has it. */
export interface StoredSort {
  readonly sort: TableSort;
  readonly direction: 'asc' | 'desc';
  setSort(sort: TableSort): void;
}

/**
 * Sort order that the preference `prefCode` stores for the user, so that a reload and another
 * workstation keep it; `initial` until it is set. `offered` rejects columns that another version
 * stored.
 */
export function useStoredSort(
  prefCode: string,
  initial: TableSort,
  offered: (column: string) => boolean,
): StoredSort {
  const { notices, preferences } = useApplication().services;
  const stored = useStore(preferences.store, ({ values }) => values.get(prefCode));
  const sort = parseSort(stored, offered) ?? initial;
  return {
    sort,
    direction: sort.direction === 'ascending' ? 'asc' : 'desc',
    setSort: (changed) =>
      void preferences.save(prefCode, `${changed.column} ${changed.direction}`).then((saved) => {
        if (!saved.ok) notices.showProblem(saved.problem);
      }),
  };
}

/** Parses 'column direction'; null for other texts. */
function parseSort(
  text: string | undefined,
  offered: (column: string) => boolean,
): TableSort | null {
  const [column, named] = (text ?? '').split(' ');
  const direction = DIRECTIONS.find((one) => one === named);
  if (column === undefined || direction === undefined || !offered(column)) return null;
  return { column, direction };
}
