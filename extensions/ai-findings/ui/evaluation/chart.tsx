import type { ReactNode } from 'react';
import { formatFixed } from '#foundation';
import styles from './evaluation.module.css';

const WIDTH = 480;
const HEIGHT = 280;
const LEFT = 64;
const BOTTOM = 44;
const TOP = 12;
const RIGHT = 16;

/** Ticks of the y axis, which ends at 1. */
const SHARES = [0, 0.25, 0.5, 0.75, 1];

export interface ChartProps {
  /** Name of the chart; the table beside it has the numbers. */
  readonly label: string;
  readonly xTitle: string;
  readonly yTitle: string;
  readonly maxX: number;
  readonly xDigits: number;
  children(at: ChartScale): ReactNode;
}

/** Converts values to places in the chart. */
export interface ChartScale {
  x(value: number): number;
  y(share: number): number;
}

/** Axes of a chart of shares from 0 to 1. */
export function Chart({ label, xTitle, yTitle, maxX, xDigits, children }: ChartProps): ReactNode {
  const at: ChartScale = {
    x: (value) => LEFT + (value / maxX) * (WIDTH - LEFT - RIGHT),
    y: (share) => HEIGHT - BOTTOM - share * (HEIGHT - BOTTOM - TOP),
  };
  const ticks = SHARES.map((share) => share * maxX);
  return (
    <svg className={styles.chart} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
      {SHARES.map((share) => (
        <g key={share}>
          <line
            className={styles.grid}
            x1={LEFT}
            x2={WIDTH - RIGHT}
            y1={at.y(share)}
            y2={at.y(share)}
          />
          <text x={LEFT - 8} y={at.y(share) + 4} textAnchor="end">
            {formatFixed(share, 2)}
          </text>
        </g>
      ))}
      {ticks.map((tick) => (
        <text key={tick} x={at.x(tick)} y={HEIGHT - BOTTOM + 18} textAnchor="middle">
          {formatFixed(tick, xDigits)}
        </text>
      ))}
      <text x={(LEFT + WIDTH - RIGHT) / 2} y={HEIGHT - 6} textAnchor="middle">
        {xTitle}
      </text>
      <text
        x={12}
        y={(HEIGHT - BOTTOM + TOP) / 2}
        textAnchor="middle"
        transform={`rotate(-90 12 ${(HEIGHT - BOTTOM + TOP) / 2})`}
      >
        {yTitle}
      </text>
      {children(at)}
    </svg>
  );
}
