import type { ReactNode } from 'react';
import type { TableSort } from '#ui';
import { recordTexts } from '../texts/record-texts.ts';
import styles from './lists.module.css';

const texts = recordTexts.foot;

/** How many lines there are and in which order, below a list. */
export function ListFoot(props: {
  readonly shown: number;
  /** Null while it is not known. */
  readonly total: number | null;
  readonly sort: TableSort;
  readonly columns: readonly { readonly id: string; readonly title: string }[];
  /** Columns that are sorted by time. */
  readonly dates: readonly string[];
  counted(shown: number, total: number): string;
}): ReactNode {
  const { sort, total } = props;
  const title = props.columns.find((one) => one.id === sort.column)?.title ?? '';
  const isDate = props.dates.includes(sort.column);
  const order = isDate ? texts.dates[sort.direction] : texts.others[sort.direction];
  return (
    <footer className={styles.foot}>
      <span role="status">{total === null ? '' : props.counted(props.shown, total)}</span>
      <span className={styles.order}>
        {[texts.sortedBy(title), order].filter((part) => part !== '').join(', ')}
      </span>
    </footer>
  );
}
