import type { ReactNode } from 'react';
import type { Shape } from '#core';
import type { NormalisedPoint } from '#geometry';
import type { PointPx } from '../model/image-layout.ts';
import { HANDLE_RADIUS_PX, MARK_LINE_WIDTH } from '../model/length-mark.ts';
import styles from './plane-viewport.module.css';

export interface MarkDrawingProps {
  readonly shapes: readonly Shape[];
  readonly colour: string;
  /** The finding's number; null while the mark is being drawn. */
  readonly label: number | null;
  readonly selected: boolean;
  toPx(at: NormalisedPoint): PointPx;
  onPick?(): void;
}

/** A mark over a black halo; handles only on the selected finding, its number beside its start. */
export function MarkDrawing(props: MarkDrawingProps): ReactNode {
  const { shapes, colour, label, selected, toPx } = props;
  const lines = shapes.filter((shape) => shape.kind === 'line');
  const d = lines
    .map(({ from, to }) => {
      const [a, b] = [toPx(from), toPx(to)];
      return `M${a.x} ${a.y}L${b.x} ${b.y}`;
    })
    .join('');
  const handles = shapes
    .filter((shape) => shape.kind === 'handle')
    .map(({ at }) => circlePath(toPx(at), HANDLE_RADIUS_PX))
    .join('');
  const texts = shapes.filter((shape) => shape.kind === 'text');
  const first = lines[0] === undefined ? null : toPx(lines[0].from);
  return (
    <g data-testid={label === null ? 'mark-preview' : `mark-${label}`}>
      <path className={styles.markHalo} d={d} />
      <path d={d} fill="none" stroke={colour} strokeWidth={MARK_LINE_WIDTH} strokeDasharray="4 4" />
      {selected ? (
        <path
          d={handles}
          fill="#000"
          fillOpacity={0.4}
          stroke={colour}
          strokeWidth={MARK_LINE_WIDTH}
        />
      ) : null}
      {texts.map(({ at, text }) => {
        const { x, y } = toPx(at);
        return (
          <text
            key={text}
            className={styles.markText}
            x={x + 10}
            y={y + 12}
            style={{ fill: colour }}
          >
            {text} mm
          </text>
        );
      })}
      {props.onPick === undefined ? null : (
        // Rows of the findings panel are the keyboard's way to select.
        <path
          className={styles.hit}
          d={d}
          onPointerDown={(event) => {
            if (event.button !== 0) return;
            event.stopPropagation();
            props.onPick?.();
          }}
        />
      )}
      {label === null || first === null ? null : (
        <g>
          <circle cx={first.x - 14} cy={first.y - 14} r={9} fill={colour} stroke="#000" />
          <text className={styles.tagText} x={first.x - 14} y={first.y - 13.5}>
            {label}
          </text>
        </g>
      )}
    </g>
  );
}

const circlePath = ({ x, y }: PointPx, r: number): string =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;
