import { ChevronDown, ChevronUp } from 'lucide-react';
import type { ReactNode } from 'react';
import {
  Table as AriaTable,
  Cell,
  Collection,
  Column,
  Row,
  TableBody,
  TableHeader,
} from 'react-aria-components/Table';
import { classNames } from './class-names.ts';
import styles from './table.module.css';

export interface TableColumn<Item> {
  readonly id: string;
  readonly title: string;
  /** Pixels or a share as '27%'; the others share what is left. */
  readonly width?: number | `${number}%`;
  readonly sortable?: boolean;
  /** The column that names the row for screen readers. */
  readonly isRowHeader?: boolean;
  cell(item: Item): ReactNode;
}

export interface TableSort {
  readonly column: string;
  readonly direction: 'ascending' | 'descending';
}

export interface TableProps<Item> {
  /** Spoken name of the table. */
  readonly label: string;
  readonly columns: readonly TableColumn<Item>[];
  readonly items: readonly Item[];
  readonly rowHeight?: 28 | 32;
  readonly selectedId: string | null;
  readonly sort?: TableSort | null;
  /** Shown in place of rows when there are none. */
  readonly empty?: ReactNode;
  /** What cells read besides their item, e.g. the searched words: a change draws them again. */
  readonly dependencies?: readonly unknown[];
  idOf(item: Item): string;
  onSelect(id: string): void;
  /** Double click or Enter. */
  onOpen?(id: string): void;
  onSort?(sort: TableSort): void;
}

/** One line an item; headers sort, arrow keys walk, Enter opens. */
export function Table<Item extends object>(props: TableProps<Item>): ReactNode {
  const dependencies = [props.columns, ...(props.dependencies ?? [])];
  return (
    <div className={styles.frame}>
      <AriaTable
        aria-label={props.label}
        className={classNames(styles.table, props.rowHeight === 32 && styles.tall)}
        selectionMode="single"
        selectionBehavior="replace"
        disallowEmptySelection
        selectedKeys={props.selectedId === null ? [] : [props.selectedId]}
        onSelectionChange={(keys) => {
          const [first] = keys === 'all' ? [] : [...keys];
          if (first !== undefined) props.onSelect(String(first));
        }}
        onRowAction={(key) => props.onOpen?.(String(key))}
        {...(props.sort === undefined || props.sort === null ? {} : { sortDescriptor: props.sort })}
        onSortChange={({ column, direction }) =>
          props.onSort?.({ column: String(column), direction })
        }
      >
        {headOf(props.columns)}
        <TableBody
          items={props.items}
          dependencies={dependencies}
          renderEmptyState={() => props.empty ?? null}
        >
          {(item) => (
            <Row
              id={props.idOf(item)}
              columns={props.columns}
              dependencies={dependencies}
              className={styles.row ?? ''}
            >
              <Collection items={props.columns} dependencies={dependencies}>
                {(column) => <Cell className={styles.cell ?? ''}>{column.cell(item)}</Cell>}
              </Collection>
            </Row>
          )}
        </TableBody>
      </AriaTable>
    </div>
  );
}

function SortMark({
  direction,
}: {
  readonly direction: TableSort['direction'] | undefined;
}): ReactNode {
  if (direction === undefined) return null;
  const Mark = direction === 'ascending' ? ChevronUp : ChevronDown;
  return <Mark size={14} strokeWidth={1.5} aria-hidden />;
}

/** No component: React Aria reads the columns from its direct children. */
function headOf<Item>(columns: readonly TableColumn<Item>[]): ReactNode {
  return (
    <TableHeader>
      {columns.map((column) => (
        <Column
          key={column.id}
          id={column.id}
          isRowHeader={column.isRowHeader ?? false}
          allowsSorting={column.sortable ?? false}
          className={styles.column ?? ''}
          {...(column.width === undefined ? {} : { style: { width: column.width } })}
        >
          {({ sortDirection }) => (
            <span className={styles.head}>
              {column.title}
              <SortMark direction={sortDirection} />
            </span>
          )}
        </Column>
      ))}
    </TableHeader>
  );
}
