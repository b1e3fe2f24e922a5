import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { TableColumn, TableSort } from './table-types.ts';

/** Another order begins at its first row. */
export function useTopAfterSort(frame: RefObject<HTMLElement | null>, sort: TableSort | null) {
  const order = sort === null ? '' : `${sort.column} ${sort.direction}`;
  const last = useRef(order);
  useLayoutEffect(() => {
    if (last.current !== order && frame.current !== null) frame.current.scrollTop = 0;
    last.current = order;
  }, [order, frame]);
}

/** What the rows are drawn by: the same object until the columns or what they read change. */
export interface Drawing<Item> {
  readonly columns: readonly TableColumn<Item>[];
  readonly dependencies: readonly unknown[];
}

export function useDrawing<Item>(
  columns: readonly TableColumn<Item>[],
  dependencies: readonly unknown[] = [],
): Drawing<Item> {
  const kept = useRef<Drawing<Item>>({ columns, dependencies });
  const same =
    kept.current.columns === columns &&
    kept.current.dependencies.length === dependencies.length &&
    kept.current.dependencies.every((one, idx) => Object.is(one, dependencies[idx]));
  if (!same) kept.current = { columns, dependencies };
  return kept.current;
}
