import { memo, type ReactNode } from 'react';
import styles from './table.module.css';
import type { Drawing } from './use-table-order.ts';

export interface TableRowProps {
  readonly idx: number;
  readonly item: object;
  readonly drawing: Pick<Drawing<never>, 'columns'>;
  readonly rowHeight: number;
  readonly selected: boolean;
  /** True for the row in the Tab order. */
  readonly stop: boolean;
  readonly action: ReactNode;
}

/** A row, memoised so that scrolling redraws nothing. */
export const TableRow = memo(function TableRow(props: TableRowProps): ReactNode {
  return (
    <tr
      aria-rowindex={props.idx + 2}
      aria-selected={props.selected}
      data-idx={props.idx}
      tabIndex={props.stop ? 0 : -1}
      className={styles.row}
      style={{ height: props.rowHeight }}
    >
      {props.drawing.columns.map((column, index, { length }) => {
        const Cell = column.isRowHeader === true ? 'th' : 'td';
        return (
          <Cell key={column.id} {...(Cell === 'th' ? { scope: 'row' } : {})}>
            <div className={styles.cell} style={{ maxHeight: props.rowHeight - 1 }}>
              {column.cell(props.item as never)}
            </div>
            {index < length - 1 || props.action === null ? null : (
              <div className={styles.action}>{props.action}</div>
            )}
          </Cell>
        );
      })}
    </tr>
  );
});
