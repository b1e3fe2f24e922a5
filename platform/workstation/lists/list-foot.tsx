import type { ReactNode } from 'react';
import type { TableSort } from '#ui';
import { recordTexts } from '../texts/record-texts.ts';
import styles from './lists.module.css';

const texts = recordTexts.foot;

/** Kind of sort column, for the wording of the order. */
export type OrderKind = 'dates' | 'ranks' | 'urgency';

/** Shows the number of rows and the sort order below a list. */
export function ListFoot(props: {
  /** Null while unknown. */
  readonly total: number | null;
  readonly sort: TableSort;
  readonly columns: readonly { readonly id: string; readonly title: string }[];
  /** Kinds of the columns that are not sorted as text. */
  readonly kinds: Readonly<Record<string, OrderKind>>;
  counted(total: number): string;
}): ReactNode {
  const { sort, total, kinds } = props;
  const title = props.columns.find((column) => column.id === sort.column)?.title ?? '';
  const order = texts[kinds[sort.column] ?? 'others'][sort.direction];
  return (
    <footer className={styles.foot}>
      <span role="status">{total === null ? '' : props.counted(total)}</span>
      <span className={styles.order}>
        {[texts.sortedBy(title), order].filter((part) => part !== '').join(', ')}
      </span>
    </footer>
  );
}
