import type { ReactNode } from 'react';
import type { CategoryRow } from '#contracts';
import { CATEGORY_CODES } from '../../model/category-codes.ts';
import { statisticsTexts } from '../../texts/statistics-texts.ts';
import { groupOf } from './category-groups.ts';
import styles from './statistics.module.css';

const { categories: texts } = statisticsTexts;

const WIDTH = 480;
const HEIGHT = 236;
const TOP = 24;
const BOTTOM = 60;

/** Number by category over all months and readers. */
export function CategoryChart({ rows }: { readonly rows: readonly CategoryRow[] }): ReactNode {
  const counts = CATEGORY_CODES.map((_, index) =>
    rows.reduce((sum, row) => sum + (row.counts[index] ?? 0), 0),
  );
  const most = Math.max(1, ...counts);
  const slot = WIDTH / counts.length;
  const base = HEIGHT - BOTTOM;
  return (
    <svg
      className={styles.chart}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={texts.chart}
    >
      <line className={styles.axis} x1={0} x2={WIDTH} y1={base} y2={base} />
      {counts.map((count, index) => {
        const code = CATEGORY_CODES[index] ?? '';
        const height = (count / most) * (base - TOP);
        const middle = (index + 0.5) * slot;
        return (
          <g key={code}>
            <title>{texts.bar(code, count)}</title>
            <rect
              className={styles.bar}
              data-group={groupOf(index + 1)}
              x={middle - slot * 0.32}
              width={slot * 0.64}
              y={base - height}
              height={height}
            />
            <text x={middle} y={base - height - 6} textAnchor="middle" data-zero={count === 0}>
              {count}
            </text>
            <text x={middle} y={base + 18} textAnchor="middle">
              {code}
            </text>
          </g>
        );
      })}
      <text x={WIDTH / 2} y={HEIGHT - 6} textAnchor="middle">
        {texts.chart}
      </text>
    </svg>
  );
}
