import { Fragment, memo, type ReactNode } from 'react';
import { type Finding, GENERATOR_LETTERS, type MarkType } from '#contracts';
import type { Shape } from '#core';
import { AI_LINE_WIDTH, HANDLE_RADIUS_PX, MARK_LINE_WIDTH } from '#findings';
import type { NormalisedPoint } from '#geometry';
import { AI_DASHES, MARK_DASHES } from '../../model/marks/mark-record.ts';
import type { PointPx } from '../../model/planes/image-layout.ts';
import { Leader, MarkChip } from './mark-chip.tsx';
import { boxOf, type MarkLabels, MEASURE_OFFSET, showsMeasures } from './mark-labels.ts';
import styles from './marks.module.css';

export interface MarkDrawingProps {
  /** Null while the mark is being drawn. */
  readonly markId: string | null;
  readonly shapes: readonly Shape[];
  /** Null while the mark is being drawn. */
  readonly finding: Pick<Finding, 'generator' | 'label'> | null;
  readonly markType: MarkType | null;
  readonly selected: boolean;
  /** Label positions that avoid other labels; null for the default positions. */
  readonly labels: MarkLabels | null;
  /** Handle that the keyboard moves; a null `handle` means the whole mark. */
  readonly grabbed: { readonly handle: number | null } | null;
  toPx(at: NormalisedPoint): PointPx;
}

/**
 * Draws a mark over a black halo; handles and area measures appear only on the selected finding.
 */
export const MarkDrawing = memo(function MarkDrawing(props: MarkDrawingProps): ReactNode {
  const { markId, shapes, finding, markType, labels, selected, grabbed, toPx } = props;
  const colour = finding?.generator.labelColour ?? 'var(--finding-user)';
  const isAiFinding = finding !== null && finding.generator.id !== 'USER';
  const width = isAiFinding ? AI_LINE_WIDTH : MARK_LINE_WIDTH;
  const stroke = {
    fill: 'none',
    stroke: colour,
    strokeWidth: width,
    strokeLinecap: 'round',
  } as const;
  const solid = pathOf(shapes, toPx, false);
  const dashed = pathOf(shapes, toPx, true);
  const id = finding === null ? 'mark-preview' : `mark-${finding.label}`;
  return (
    <g
      data-testid={id}
      data-mark={markType ?? ''}
      data-selected={selected}
      data-mark-id={markId ?? undefined}
      data-screen-only={markId === null ? '' : undefined}
    >
      <path className={styles.halo} d={solid + dashed} style={{ strokeWidth: width + 2.5 }} />
      {solid === '' ? null : <path d={solid} {...stroke} />}
      {dashed === '' ? null : (
        <path d={dashed} {...stroke} strokeDasharray={isAiFinding ? AI_DASHES : MARK_DASHES} />
      )}
      <Labels {...props} colour={colour} />
      {selected ? <Handles {...props} colour={colour} /> : null}
      {grabbed !== null && grabbed.handle === null ? (
        <path d={solid + dashed} className={styles.grabbedLine} data-screen-only="" />
      ) : null}
      {showsMeasures(markType, selected) ? <Measures {...props} colour={colour} /> : null}
      {finding === null ? null : (
        <MarkChip
          label={finding.label}
          letter={isAiFinding ? GENERATOR_LETTERS[finding.generator.id] : null}
          colour={colour}
          around={labels === null ? boxOf(shapes, toPx) : null}
          placement={labels?.chip ?? null}
        />
      )}
    </g>
  );
});

interface ColouredProps extends MarkDrawingProps {
  readonly colour: string;
}

function Handles({ shapes, grabbed, toPx, colour }: ColouredProps): ReactNode {
  const handles = shapes.filter((shape) => shape.kind === 'handle');
  return handles.map(({ at }, handle) => {
    const { x, y } = toPx(at);
    return (
      <g key={`${at.u} ${at.v}`} data-screen-only="">
        <circle className={styles.halo} cx={x} cy={y} r={HANDLE_RADIUS_PX} />
        <circle
          data-testid="mark-handle"
          cx={x}
          cy={y}
          r={HANDLE_RADIUS_PX}
          fill={grabbed?.handle === handle ? colour : '#000'}
          fillOpacity={grabbed?.handle === handle ? 1 : 0.4}
          stroke={colour}
          strokeWidth={MARK_LINE_WIDTH}
        />
      </g>
    );
  });
}

/** Draws the texts of text marks. */
function Labels({ shapes, toPx, colour }: ColouredProps): ReactNode {
  return shapes
    .filter((shape) => shape.kind === 'label')
    .map(({ at, text }) => {
      const { x, y } = toPx(at);
      return (
        <text key={text} className={styles.label} x={x + 8} y={y} style={{ fill: colour }}>
          {text}
        </text>
      );
    });
}

/** Draws the measured values beside the end of their line, or at the end of a leader line. */
function Measures({ shapes, labels, toPx, colour }: ColouredProps): ReactNode {
  return shapes
    .filter((shape) => shape.kind === 'text')
    .map(({ at, text }, index) => {
      const { x, y } = toPx(at);
      const placement = labels?.measures[index] ?? null;
      const leader = placement?.leader ?? null;
      return (
        <Fragment key={`${at.u} ${at.v}`}>
          {leader === null ? null : <Leader leader={leader} colour={colour} />}
          <text
            data-testid="mark-measure"
            className={styles.measure}
            x={placement?.at.x ?? x + MEASURE_OFFSET.x}
            y={placement?.at.y ?? y + MEASURE_OFFSET.y}
            style={{ fill: colour, textAnchor: placement === null ? 'start' : 'middle' }}
          >
            {text}
          </text>
        </Fragment>
      );
    });
}

const circlePath = ({ x, y }: PointPx, r: number): string =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;

/** Signs are solid, because dashes would make them unreadable. */
const isDashed = (shape: Shape): boolean =>
  (shape.kind === 'line' || shape.kind === 'path') && shape.dashed !== false;

/** Returns the path of all dashed or all solid lines; signs have a fixed size on the screen. */
function pathOf(
  shapes: readonly Shape[],
  toPx: (at: NormalisedPoint) => PointPx,
  dashed: boolean,
): string {
  return shapes
    .filter((shape) => isDashed(shape) === dashed)
    .map((shape) => {
      switch (shape.kind) {
        case 'line': {
          const [a, b] = [toPx(shape.from), toPx(shape.to)];
          return `M${a.x} ${a.y}L${b.x} ${b.y}`;
        }
        case 'path':
          return linePath(shape.points.map(toPx), shape.closed);
        case 'arrow-head':
          return headPath(toPx(shape.from), toPx(shape.at));
        case 'sign':
          return shape.sign === 'pin' ? pinPath(toPx(shape.at)) : targetPath(toPx(shape.at));
        case 'label':
          return circlePath(toPx(shape.at), 2);
        default:
          return '';
      }
    })
    .join('');
}

const linePath = (points: readonly PointPx[], closed: boolean): string =>
  points.map(({ x, y }, idx) => `${idx === 0 ? 'M' : 'L'}${x} ${y}`).join('') +
  (closed && points.length > 0 ? 'Z' : '');

const ARROW_HEAD_PX = 11;

function headPath(from: PointPx, tip: PointPx): string {
  const back = Math.atan2(from.y - tip.y, from.x - tip.x);
  const side = (turn: number): string => {
    const angle = back + turn;
    return `${tip.x + ARROW_HEAD_PX * Math.cos(angle)} ${tip.y + ARROW_HEAD_PX * Math.sin(angle)}`;
  };
  return `M${side(0.45)}L${tip.x} ${tip.y}L${side(-0.45)}`;
}

/** Returns a pin whose tip is at the point. */
const pinPath = ({ x, y }: PointPx): string =>
  `M${x} ${y}C${x - 3} ${y - 6} ${x - 7} ${y - 9} ${x - 7} ${y - 14}a7 7 0 1 1 14 0C${x + 7} ${y - 9} ${x + 3} ${y - 6} ${x} ${y}Z${circlePath({ x, y: y - 14 }, 2)}`;

/** Returns a ring with four ticks around the point and an open centre. */
const targetPath = ({ x, y }: PointPx): string =>
  `${circlePath({ x, y }, 7)}M${x - 13} ${y}h8M${x + 5} ${y}h8M${x} ${y - 13}v8M${x} ${y + 5}v8`;
