import { memo, type ReactNode } from 'react';
import styles from './table.module.css';
import type { RowInputs } from './use-table-order.ts';

export interface TableRowProps {
  readonly idx: number;
  /** Must have the item type of the columns; `memo` cannot declare that type. */
  readonly item: object;
  readonly inputs: Pick<RowInputs<never>, 'columns'>;
  /** Height in px. */
  readonly rowHeight: number;
  readonly selected: boolean;
  readonly isTabStop: boolean;
  /** Buttons at the end of the row; null for none. */
  readonly action: ReactNode;
}

/** A row, memoised so that scrolling does not render it again. */
export const TableRow = memo(function TableRow(props: TableRowProps): ReactNode {
  return (
    <tr
      // Counts from 1, and the header is row 1.
      aria-rowindex={props.idx + 2}
      aria-selected={props.selected}
      data-idx={props.idx}
      tabIndex={props.isTabStop ? 0 : -1}
      className={styles.row}
      style={{ height: props.rowHeight }}
    >
      {props.inputs.columns.map((column, index, { length }) => {
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
