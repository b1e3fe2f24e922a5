import type { ReactNode } from 'react';

export interface TableColumn<Item> {
  readonly id: string;
  readonly title: string;
  /** Width in px or as '27%'; other columns share the rest. */
  readonly width?: number | `${number}%`;
  /**
   * Minimum width in px of a column without a fixed width; a narrower table scrolls horizontally.
   */
  readonly minWidth?: number;
  readonly sortable?: boolean;
  /** True for the column that names the row for screen readers. */
  readonly isRowHeader?: boolean;
  cell(item: Item): ReactNode;
}

export interface TableSort {
  readonly column: string;
  readonly direction: 'ascending' | 'descending';
}

export interface TableProps<Item> {
  /** Accessible name of the table. */
  readonly label: string;
  readonly columns: readonly TableColumn<Item>[];
  readonly items: readonly Item[];
  readonly rowHeight?: 28 | 32;
  readonly selectedId: string | null;
  readonly sort?: TableSort | null;
  /** Shown without rows. */
  readonly empty?: ReactNode;
  /** Further inputs of the cells, e.g. search terms; a change redraws the cells. */
  readonly dependencies?: readonly unknown[];
  /** True while more rows are loading; adds a line at the end. */
  readonly loadingMore?: boolean;
  /** Space in px reserved for `rowAction`; without a value the buttons overlap the last columns. */
  readonly rowActionWidth?: number;
  idOf(item: Item): string;
  onSelect(id: string): void;
  /** Called on double click or Enter. */
  onOpen?(id: string): void;
  onSort?(sort: TableSort): void;
  /** Called near the end of the list, once per list length until the end is left. */
  onEndReached?(): void;
  /** Buttons at the end of the selected or hovered row. */
  rowAction?(item: Item): ReactNode;
}
