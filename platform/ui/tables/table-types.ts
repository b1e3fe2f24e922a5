import type { ReactNode } from 'react';

export interface TableColumn<Item> {
  readonly id: string;
  readonly title: string;
  /** Pixels or a share as '27%'; the others share what is left. */
  readonly width?: number | `${number}%`;
  /** Of a column without pixels: below this the table scrolls sideways instead of squeezing it. */
  readonly minWidth?: number;
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
  /** More rows are on their way: a line at the end says so. */
  readonly loadingMore?: boolean;
  /** Pixels kept free for `rowAction`; without them its buttons lie over the last columns. */
  readonly rowActionWidth?: number;
  idOf(item: Item): string;
  onSelect(id: string): void;
  /** Double click or Enter. */
  onOpen?(id: string): void;
  onSort?(sort: TableSort): void;
  /** The last rows are near; called once for a length of the list until it was left again. */
  onEndReached?(): void;
  /** Buttons at the end of the row that is selected or under the pointer. */
  rowAction?(item: Item): ReactNode;
}
