import type { ReactNode } from 'react';
import type { CategoryRow } from '#contracts';
import { monthName } from '#foundation';
import { monthsBetween } from '../../model/months-between.ts';
import { statisticsTexts } from '../../texts/statistics-texts.ts';
import { CATEGORY_GROUPS, countOf } from './category-groups.ts';
import styles from './statistics.module.css';

const { categories: texts } = statisticsTexts;

const WIDTH = 480;
const HEIGHT = 236;
const TOP = 24;
const BOTTOM = 60;
/** Widest bar in units of the drawing. */
const MAX_BAR = 56;
/** Most months with a name; of more, every second or third is named. */
const NAMED_MONTHS = 12;

/** Categories by month, as stacked bars with the total above. */
export function MonthChart({ rows }: { readonly rows: readonly CategoryRow[] }): ReactNode {
  const months = monthsOf(rows);
  const most = Math.max(1, ...months.map(({ total }) => total));
  const slot = WIDTH / Math.max(1, months.length);
  const width = Math.min(MAX_BAR, slot * 0.7);
  const every = Math.ceil(months.length / NAMED_MONTHS);
  const base = HEIGHT - BOTTOM;
  const heightOf = (count: number): number => (count / most) * (base - TOP);
  return (
    <div>
      <svg
        className={styles.chart}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={texts.months}
      >
        <line className={styles.axis} x1={0} x2={WIDTH} y1={base} y2={base} />
        {months.map(({ month, total, parts }, index) => {
          const middle = (index + 0.5) * slot;
          let below = base;
          return (
            <g key={month}>
              {parts.map(({ id, label, count }) => {
                const height = heightOf(count);
                below -= height;
                return (
                  <rect
                    key={id}
                    className={styles.bar}
                    data-group={id}
                    x={middle - width / 2}
                    width={width}
                    y={below}
                    height={height}
                  >
                    <title>{`${month}, ${texts.bar(label, count)}`}</title>
                  </rect>
                );
              })}
              <text x={middle} y={below - 6} textAnchor="middle" data-zero={total === 0}>
                {total}
              </text>
              {index % every === 0 ? <MonthName month={month} x={middle} y={base + 18} /> : null}
            </g>
          );
        })}
        <text x={WIDTH / 2} y={HEIGHT - 6} textAnchor="middle">
          {texts.months}
        </text>
      </svg>
      <ul className={styles.legend} aria-label={texts.category}>
        {CATEGORY_GROUPS.map(({ id, label }) => (
          <li key={id}>
            <span className={styles.swatch} data-group={id} aria-hidden="true" />
            {label}
          </li>
        ))}
      </ul>
    </div>
  );
}

interface MonthBar {
  /** yyyy-mm. */
  readonly month: string;
  readonly total: number;
  readonly parts: readonly {
    readonly id: string;
    readonly label: string;
    readonly count: number;
  }[];
}

/** Returns the bars of all months from the first to the last one. */
function monthsOf(rows: readonly CategoryRow[]): readonly MonthBar[] {
  const known = rows.map(({ month }) => month).toSorted();
  return monthsBetween(known[0] ?? '', known.at(-1) ?? '').map((month) => {
    const own = rows.filter((row) => row.month === month);
    const total = own.reduce((sum, row) => sum + row.total, 0);
    const parts = CATEGORY_GROUPS.map(({ id, label, scores }) => ({
      id,
      label,
      count: own.reduce((sum, { counts }) => sum + countOf(counts, scores), 0),
    }));
    return { month, total, parts };
  });
}

/** Letters of a month under its bar. */
const SHORT = 3;

/** Month and year of a bar in two lines. */
function MonthName(props: {
  readonly month: string;
  readonly x: number;
  readonly y: number;
}): ReactNode {
  const { month, x, y } = props;
  const [year = '', number = '1'] = month.split('-');
  return (
    <>
      <text x={x} y={y} textAnchor="middle">
        {monthName(Number(number)).slice(0, SHORT)}
      </text>
      <text x={x} y={y + 14} textAnchor="middle" data-zero="true">
        {year}
      </text>
    </>
  );
}
