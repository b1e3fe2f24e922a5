import type { ReactNode } from 'react';
import type { BoxPx, PlacedLabel } from '../../model/marks/label-layout.ts';
import type { SegmentPx } from '../../model/planes/reference-lines.ts';
import { chipPosition, chipWidth } from './mark-labels.ts';
import styles from './marks.module.css';

export interface MarkChipProps {
  readonly label: number;
  /** Letter of an AI finding; null for a reader's finding. */
  readonly letter: string | null;
  readonly colour: string;
  /** Area of the mark in px; null if the mark has no area or `placement` is known. */
  readonly around: BoxPx | null;
  /** Position that avoids other labels; null for the default position. */
  readonly placement: PlacedLabel | null;
}

/** Draws a line from a displaced label to its mark. */
export function Leader(props: { readonly leader: SegmentPx; readonly colour: string }): ReactNode {
  const { from, to } = props.leader;
  const ends = { x1: from.x, y1: from.y, x2: to.x, y2: to.y };
  return (
    <g data-testid="mark-leader">
      <line {...ends} className={styles.halo} />
      <line {...ends} stroke={props.colour} strokeWidth={1} />
    </g>
  );
}

/** Shows the finding's number above the mark's right side, with a letter for AI findings. */
export function MarkChip(props: MarkChipProps): ReactNode {
  const { label, letter, colour, around, placement } = props;
  const at = placement?.at ?? (around === null ? null : chipPosition(around));
  if (at === null) return null;
  const { x, y } = at;
  const leader = placement?.leader ?? null;
  const width = chipWidth(label, letter);
  return (
    <g data-testid="mark-chip">
      {leader === null ? null : <Leader leader={leader} colour={colour} />}
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
