import type { ReactNode, RefObject } from 'react';
import { ErrorCard, Table, type TableColumn } from '#ui';
import type { ListSearch } from '../filters/use-list-search.ts';
import { ListFoot, type OrderKind } from '../list-foot.tsx';
import { PinnedItem } from '../pinned-item.tsx';
import type { Paged } from '../use-paged.ts';
import styles from './list-page.module.css';

export interface ListFrameProps<Item extends { readonly id: string }> {
  readonly title: string;
  readonly tools: ReactNode;
  /** Element around the table, for moving the focus from the search field. */
  readonly table: RefObject<HTMLDivElement | null>;
  readonly columns: readonly TableColumn<Item>[];
  readonly orderKinds: Readonly<Record<string, OrderKind>>;
  readonly search: Pick<ListSearch<unknown>, 'sort' | 'setSort' | 'isSettled'>;
  readonly results: Paged<Item>;
  readonly selected: Item | null;
  readonly empty: ReactNode;
  /** Accessible name of the details panel. */
  readonly aside: string;
  /** Renders the details of the selected item. */
  readonly panel: (item: Item) => ReactNode;
  /** Formats the number of rows. */
  formatCount(total: number): string;
  onSelect(id: string): void;
  onOpen(id: string): void;
}

/** List with tools above, row count below and the details of the selected row beside it. */
export function ListFrame<Item extends { readonly id: string }>(
  props: ListFrameProps<Item>,
): ReactNode {
  const { columns, results, search, selected, title } = props;
  return (
    <div className={styles.page}>
      <section className={styles.list} aria-label={title}>
        {props.tools}
        <div className={styles.table} ref={props.table}>
          {results.problem === null ? (
            <Table
              label={title}
              columns={columns}
              items={results.items}
              selectedId={selected?.id ?? null}
              sort={search.sort}
              idOf={idOf}
              empty={props.empty}
              loadingMore={results.loadingMore}
              onEndReached={results.loadMore}
              onSelect={props.onSelect}
              onOpen={props.onOpen}
              onSort={search.setSort}
            />
          ) : (
            <ErrorCard problem={results.problem} onRetry={results.refresh} />
          )}
        </div>
        <ListFoot
          formatCount={props.formatCount}
          total={search.isSettled && results.current ? results.total : null}
          sort={search.sort}
          columns={columns}
          orderKinds={props.orderKinds}
        />
      </section>
      <aside className={styles.panel} aria-label={props.aside}>
        <PinnedItem selected={selected}>
          {(item) => (item === null ? null : props.panel(item))}
        </PinnedItem>
      </aside>
    </div>
  );
}

const idOf = ({ id }: { readonly id: string }): string => id;
