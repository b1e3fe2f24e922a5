import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { TableColumn, TableSort } from './table-types.ts';

/** Scrolls to the top when the sort order changes. */
export function useTopAfterSort(frame: RefObject<HTMLElement | null>, sort: TableSort | null) {
  const sortKey = sort === null ? '' : `${sort.column} ${sort.direction}`;
  const last = useRef(sortKey);
  useLayoutEffect(() => {
    if (last.current !== sortKey && frame.current !== null) frame.current.scrollTop = 0;
    last.current = sortKey;
  }, [sortKey, frame]);
}

/** Inputs of the rows' rendering; the same object until columns or dependencies change. */
export interface Drawing<Item> {
  readonly columns: readonly TableColumn<Item>[];
  readonly dependencies: readonly unknown[];
}

export function useDrawing<Item>(
  columns: readonly TableColumn<Item>[],
  dependencies: readonly unknown[] = [],
): Drawing<Item> {
  const drawingRef = useRef<Drawing<Item>>({ columns, dependencies });
  const same =
    drawingRef.current.columns === columns &&
    drawingRef.current.dependencies.length === dependencies.length &&
    drawingRef.current.dependencies.every((dependency, idx) =>
      Object.is(dependency, dependencies[idx]),
    );
  if (!same) drawingRef.current = { columns, dependencies };
  return drawingRef.current;
}
