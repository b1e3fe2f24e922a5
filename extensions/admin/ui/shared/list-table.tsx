import { type ReactNode, useState } from 'react';
import {
  ErrorCard,
  type InfiniteList,
  Spinner,
  Table,
  type TableColumn,
  type TableProps,
} from '#ui';
import { adminTexts } from '../../texts/admin-texts.ts';
import styles from './dashboard.module.css';

type Shared<Item> = Pick<
  TableProps<Item>,
  'sort' | 'onSort' | 'onOpen' | 'rowAction' | 'dependencies' | 'empty' | 'idOf'
>;

/** Shows a paged list as a table, with loading, empty and error states. */
export function ListTable<Item extends object>(
  props: Shared<Item> & {
    readonly label: string;
    readonly columns: readonly TableColumn<Item>[];
    readonly pages: InfiniteList<Item>;
    /** Replaces the items of the pages, e.g. by a sorted list. */
    readonly items?: readonly Item[];
    readonly selectedId?: string | null;
    onSelect?(id: string): void;
  },
): ReactNode {
  const { pages, label, columns, selectedId, onSelect, items, ...rest } = props;
  const [localSelectedId, setLocalSelectedId] = useState<string | null>(null);
  const shown = items ?? pages.items ?? [];
  return (
    <>
      {pages.problem === null ? null : (
        <ErrorCard problem={pages.problem} onRetry={() => pages.refresh()} />
      )}
      <div className={styles.tableFrame}>
        {pages.loading && shown.length === 0 ? (
          <Spinner label={adminTexts.loading(label)} centered />
        ) : (
          <Table<Item>
            {...rest}
            label={label}
            columns={columns}
            items={shown}
            rowHeight={32}
            selectedId={selectedId === undefined ? localSelectedId : selectedId}
            onSelect={onSelect ?? setLocalSelectedId}
            loadingMore={pages.loadingMore}
            onEndReached={() => pages.loadMore()}
            empty={pages.problem === null ? props.empty : null}
          />
        )}
      </div>
    </>
  );
}
