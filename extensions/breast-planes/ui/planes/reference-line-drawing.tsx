import type { ReactNode } from 'react';
import { PLANE_LETTER } from '../../model/planes/plane-text.ts';
import type { ReferenceLine } from '../../model/planes/reference-lines.ts';
import { PLANE_COLOUR } from '../shared/plane-colours.ts';
import styles from '../shared/plane-viewport.module.css';

const TAG_PX = 16;

/** Draws another plane's line in its colour over a black halo, with its letter at the ends. */
export function ReferenceLineDrawing({ line }: { readonly line: ReferenceLine }): ReactNode {
  const colour = PLANE_COLOUR[line.plane];
  const d = line.segments.map(({ from, to }) => `M${from.x} ${from.y}L${to.x} ${to.y}`).join('');
  return (
    <g data-testid={`line-${line.plane}`}>
      <path className={styles.halo} d={d} />
      <path
        className={styles.line}
        d={d}
        style={{ stroke: colour }}
        strokeDasharray={line.dashed ? '10 4' : undefined}
      />
      {line.tags.map(({ x, y }) => (
        <g key={`${x} ${y}`}>
          <rect
            x={x - TAG_PX / 2}
            y={y - TAG_PX / 2}
            width={TAG_PX}
            height={TAG_PX}
            rx={3}
            style={{ fill: colour }}
          />
          <text className={styles.tagText} x={x} y={y + 0.5}>
            {PLANE_LETTER[line.plane]}
          </text>
        </g>
      ))}
    </g>
  );
}
