import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronUp from 'lucide-react/icons/chevron-up';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import styles from './table.module.css';
import type { TableColumn, TableSort } from './table-types.ts';

type AnyColumn = Pick<TableColumn<never>, 'id' | 'width' | 'minWidth'>;

/** Minimum width in px of a column without a width. */
const MIN_COLUMN_PX = 64;

interface TableHeadProps<Item> {
  readonly columns: readonly TableColumn<Item>[];
  readonly sort: TableSort | null;
  onSort?: ((sort: TableSort) => void) | undefined;
  /** Moves the focus from the header to the rows. */
  onEnterRows(): void;
}

/** The header. Sortable columns are a single Tab stop; arrow keys move between them. */
export function TableHead<Item>(props: TableHeadProps<Item>): ReactNode {
  const sortable = props.columns.filter((column) => column.sortable === true);
  const [focusedId, setFocusedId] = useState<string | null>(null);
  const tabStop = sortable.find((column) => column.id === focusedId) ?? sortable[0] ?? null;
  const sort = (column: TableColumn<Item>): void => {
    if (column.sortable !== true) return;
    const again = props.sort?.column === column.id && props.sort.direction === 'ascending';
    props.onSort?.({ column: column.id, direction: again ? 'descending' : 'ascending' });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>, column: TableColumn<Item>): void => {
    if (event.key === 'Enter' || event.key === ' ') sort(column);
    else if (event.key === 'ArrowDown') props.onEnterRows();
    else if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') {
      const step = event.key === 'ArrowRight' ? 1 : -1;
      const next = sortable[sortable.indexOf(column) + step];
      const row = event.currentTarget.parentElement;
      row?.querySelector<HTMLElement>(`[data-column="${next?.id ?? column.id}"]`)?.focus();
    } else return;
    event.preventDefault();
  };
  return (
    <thead className={styles.head}>
      <tr aria-rowindex={1}>
        {props.columns.map((column) => {
          const direction = props.sort?.column === column.id ? props.sort.direction : null;
          const sorts = column.sortable === true;
          return (
            <th
              key={column.id}
              scope="col"
              data-column={column.id}
              className={styles.column}
              {...(direction === null ? {} : { 'aria-sort': direction })}
              {...(sorts ? { tabIndex: column === tabStop ? 0 : -1, 'data-sortable': true } : {})}
              onClick={() => sort(column)}
              onFocus={() => setFocusedId(column.id)}
              onKeyDown={(event) => onKeyDown(event, column)}
            >
              <span className={styles.title} title={column.title}>
                {column.title}
                <SortMark direction={direction} />
              </span>
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

/** Column widths; the last column includes the space for row buttons. */
export function TableColumns(props: {
  readonly columns: readonly AnyColumn[];
  readonly actionWidth: number;
}): ReactNode {
  return (
    <colgroup>
      {props.columns.map(({ id, width }, index) => {
        const isLast = index === props.columns.length - 1;
        const columnWidth = isLast && typeof width === 'number' ? width + props.actionWidth : width;
        return <col key={id} style={columnWidth === undefined ? {} : { width: columnWidth }} />;
      })}
    </colgroup>
  );
}

/** Returns the minimum width in px; a narrower table scrolls horizontally. */
export function minTableWidth(columns: readonly AnyColumn[], actionWidth: number): number {
  const widths = columns.map(({ width, minWidth = MIN_COLUMN_PX }) =>
    typeof width === 'number' ? width : minWidth,
  );
  return widths.reduce((sum, width) => sum + width, actionWidth);
}

function SortMark({ direction }: { readonly direction: TableSort['direction'] | null }): ReactNode {
  if (direction === null) return null;
  const Mark = direction === 'ascending' ? ChevronUp : ChevronDown;
  return <Mark size={14} strokeWidth={1.5} aria-hidden />;
}
