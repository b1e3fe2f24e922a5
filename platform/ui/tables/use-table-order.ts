import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { TableColumn, TableSort } from './table-types.ts';

/** Scrolls to the top when the sort order changes. */
export function useScrollToTopAfterSort(
  frame: RefObject<HTMLElement | null>,
  sort: TableSort | null,
) {
  const sortKey = sort === null ? '' : `${sort.column} ${sort.direction}`;
  const last = useRef(sortKey);
  useLayoutEffect(() => {
    if (last.current !== sortKey && frame.current !== null) frame.current.scrollTop = 0;
    last.current = sortKey;
  }, [sortKey, frame]);
}

/** Inputs of the rows other than their items. */
export interface RowInputs<Item> {
  readonly columns: readonly TableColumn<Item>[];
  readonly dependencies: readonly unknown[];
}

/** Returns the same object until columns or dependencies change, so that rows stay memoised. */
export function useRowInputs<Item>(
  columns: readonly TableColumn<Item>[],
  dependencies: readonly unknown[] = [],
): RowInputs<Item> {
  const inputsRef = useRef<RowInputs<Item>>({ columns, dependencies });
  const same =
    inputsRef.current.columns === columns &&
    inputsRef.current.dependencies.length === dependencies.length &&
    inputsRef.current.dependencies.every((dependency, idx) =>
      Object.is(dependency, dependencies[idx]),
    );
  if (!same) inputsRef.current = { columns, dependencies };
  return inputsRef.current;
}
