import { type CSSProperties, type ReactNode, useRef } from 'react';
import styles from './table.module.css';
import { TableBody } from './table-body.tsx';
import { minTableWidth, TableColumns, TableHead } from './table-head.tsx';
import type { TableProps } from './table-types.ts';
import { useTableFocus } from './use-table-focus.ts';
import { useScrollToTopAfterSort } from './use-table-order.ts';
import { useRowIndexes, useTableWindow } from './use-table-window.ts';

/**
 * A table with sortable headers; arrow keys move, Enter opens. Renders only visible rows of equal
 * height, because React Aria's table builds all rows of its collection, which takes seconds for ten
 * thousand.
 */
export function Table<Item extends object>(props: TableProps<Item>): ReactNode {
  const { items, columns, idOf, selectedId, rowHeight = 28, loadingMore = false } = props;
  const { rowActionWidth: actionWidth = 0 } = props;
  const frame = useRef<HTMLDivElement>(null);
  const rowIndexes = useRowIndexes(items, idOf);
  const selectedIdx = selectedId === null ? null : (rowIndexes.get(selectedId) ?? null);
  const { shown, view, measure } = useTableWindow({
    frame,
    rowHeight,
    count: items.length,
    loadingMore,
    onEndReached: props.onEndReached,
  });
  const keys = useTableFocus({
    frame,
    count: items.length,
    selectedIdx,
    selectedId,
    rowIndexOf: (id) => rowIndexes.get(id) ?? null,
    view,
    measure,
    idAt: (idx) => (items[idx] === undefined ? null : idOf(items[idx])),
    onSelect: props.onSelect,
    onOpen: props.onOpen,
  });
  useScrollToTopAfterSort(frame, props.sort ?? null);
  return (
    <div ref={frame} className={styles.frame} onScroll={measure}>
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: rows handle keys and presses
        role="grid"
        aria-label={props.label}
        aria-rowcount={items.length + 1}
        className={styles.table}
        style={widthsOf(columns, actionWidth)}
        {...keys.handlers}
      >
        <TableColumns columns={columns} actionWidth={actionWidth} />
        <TableHead
          columns={columns}
          sort={props.sort ?? null}
          onSort={props.onSort}
          onEnterRows={keys.enterRows}
        />
        <TableBody
          {...props}
          rowHeight={rowHeight}
          shown={shown}
          tabStopIdx={keys.tabStopIdx}
          selectedIdx={selectedIdx}
        />
      </table>
    </div>
  );
}

function widthsOf(columns: TableProps<never>['columns'], actionWidth: number): CSSProperties {
  const customProperties: Readonly<Record<string, string>> = { '--row-action': `${actionWidth}px` };
  return { ...customProperties, minWidth: minTableWidth(columns, actionWidth) };
}
