import type { ReactNode } from 'react';
import type { TableSort } from '#ui';
import { recordTexts } from '../texts/record-texts.ts';
import styles from './lists.module.css';

const texts = recordTexts.foot;

/** Kind of a sort column, which decides the words for the order, e.g. 'newest first' for dates. */
export type OrderKind = 'dates' | 'ranks' | 'urgency' | 'waiting';

/** Shows the number of rows and the sort order below a list. */
export function ListFoot(props: {
  /** Null while unknown. */
  readonly total: number | null;
  readonly sort: TableSort;
  readonly columns: readonly { readonly id: string; readonly title: string }[];
  /** Kinds by column id; other columns are sorted as text. */
  readonly orderKinds: Readonly<Record<string, OrderKind>>;
  /** Formats the number of rows. */
  formatCount(total: number): string;
}): ReactNode {
  const { sort, total, orderKinds } = props;
  const title = props.columns.find((column) => column.id === sort.column)?.title ?? '';
  const order = texts[orderKinds[sort.column] ?? 'others'][sort.direction];
  return (
    <footer className={styles.foot}>
      <span role="status">{total === null ? '' : props.formatCount(total)}</span>
      <span className={styles.order}>
        {[texts.sortedBy(title), order].filter((part) => part !== '').join(', ')}
      </span>
    </footer>
  );
}
