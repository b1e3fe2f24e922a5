import type { ReactNode } from 'react';
import type { PointPx } from '../model/image-layout.ts';
import styles from './marks.module.css';

/** Flat marks carry their number higher, so that it does not stand on their ends. */
const FLAT_PX = 24;

export interface MarkChipProps {
  readonly label: number;
  /** Of an AI's finding; null for a reader's. */
  readonly letter: string | null;
  readonly colour: string;
  /** The places that the mark touches. */
  readonly around: readonly PointPx[];
}

/** The finding's number above the mark's right side: round for readers, with a letter for the AI. */
export function MarkChip({ label, letter, colour, around }: MarkChipProps): ReactNode {
  if (around.length === 0) return null;
  const right = Math.max(...around.map(({ x }) => x));
  const top = Math.min(...around.map(({ y }) => y));
  const bottom = Math.max(...around.map(({ y }) => y));
  const x = right + 8;
  const y = top - (bottom - top < FLAT_PX ? 20 : 6);
  const width = Math.max(20, 10 + 7 * String(label).length) + (letter === null ? 0 : 15);
  return (
    <g data-testid="mark-chip">
      <rect
        x={x - width / 2}
        y={y - 10}
        width={width}
        height={20}
        rx={10}
        fill={colour}
        stroke="#000"
        strokeWidth={1.5}
      />
      <text
        className={styles.chip}
        x={letter === null ? x : x - 8}
        y={y + 0.5}
        data-on={letter === null ? 'light' : 'dark'}
      >
        {label}
      </text>
      {letter === null ? null : (
        <>
          <line x1={x} x2={x} y1={y - 9} y2={y + 9} stroke="#000" strokeOpacity={0.5} />
          <text className={styles.chip} x={x + 8} y={y + 0.5} data-on="dark">
            {letter}
          </text>
        </>
      )}
    </g>
  );
}
