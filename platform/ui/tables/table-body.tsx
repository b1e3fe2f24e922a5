import { Fragment, type ReactNode, useState } from 'react';
import { Spinner } from '../feedback/spinner.tsx';
import { tableTexts } from '../texts/table-texts.ts';
import styles from './table.module.css';
import { TableRow } from './table-row.tsx';
import type { TableProps } from './table-types.ts';
import type { TableWindow } from './table-window.ts';
import { rowOf } from './use-table-focus.ts';
import { useRowInputs } from './use-table-order.ts';

interface TableBodyProps<Item> extends TableProps<Item> {
  readonly rowHeight: 28 | 32;
  readonly shown: TableWindow;
  /**
   * Index of the row in the Tab order; rendered even if scrolled out of view, so that the focus is
   * not lost.
   */
  readonly tabStopIdx: number | null;
  readonly selectedIdx: number | null;
}

/** Visible rows, with spacers as high as the rows not rendered. */
export function TableBody<Item extends object>(props: TableBodyProps<Item>): ReactNode {
  const { items, rowHeight, tabStopIdx } = props;
  const [hovered, setHovered] = useState<number | null>(null);
  const inputs = useRowInputs(props.columns, props.dependencies);
  if (items.length === 0)
    return <FullWidthRow span={props.columns.length}>{props.empty}</FullWidthRow>;
  const drawn = rowsToDraw(props.shown, items.length, tabStopIdx);
  return (
    <>
      <tbody
        onMouseOver={(event) => setHovered(rowOf(event.target))}
        onFocus={(event) => setHovered(rowOf(event.target))}
        onMouseLeave={() => setHovered(null)}
      >
        {drawn.map((idx, index) => {
          const item = items[idx];
          if (item === undefined) return null;
          const isActive = idx === props.selectedIdx || idx === hovered;
          return (
            <Fragment key={props.idOf(item)}>
              <Gap height={(idx - (drawn[index - 1] ?? -1) - 1) * rowHeight} />
              <TableRow
                idx={idx}
                item={item}
                inputs={inputs}
                rowHeight={rowHeight}
                selected={idx === props.selectedIdx}
                isTabStop={idx === tabStopIdx}
                action={isActive && props.rowAction !== undefined ? props.rowAction(item) : null}
              />
            </Fragment>
          );
        })}
        <Gap height={(items.length - (drawn.at(-1) ?? -1) - 1) * rowHeight} />
      </tbody>
      {props.loadingMore === true ? (
        <FullWidthRow span={props.columns.length}>
          <span className={styles.loading}>
            <Spinner label={tableTexts.loadingMore} />
          </span>
        </FullWidthRow>
      ) : null}
    </>
  );
}

function Gap({ height }: { readonly height: number }): ReactNode {
  if (height <= 0) return null;
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: an empty spacer without focusable content
    <tr aria-hidden="true">
      <td className={styles.gap} style={{ height }} />
    </tr>
  );
}

/** A full-width row instead of data rows. */
function FullWidthRow(props: { readonly span: number; readonly children: ReactNode }): ReactNode {
  return (
    <tbody>
      <tr>
        <td colSpan={props.span}>{props.children}</td>
      </tr>
    </tbody>
  );
}

/** Returns the indices of the rows in view and of the Tab stop, in ascending order. */
function rowsToDraw(
  shown: TableWindow,
  count: number,
  tabStopIdx: number | null,
): readonly number[] {
  const to = Math.min(shown.to, count);
  const rows = Array.from({ length: Math.max(0, to - shown.from) }, (_, idx) => shown.from + idx);
  if (tabStopIdx === null || rows.includes(tabStopIdx)) return rows;
  return tabStopIdx < shown.from ? [tabStopIdx, ...rows] : [...rows, tabStopIdx];
}
