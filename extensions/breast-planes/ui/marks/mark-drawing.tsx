import { Fragment, memo, type ReactNode } from 'react';
import { type Finding, GENERATOR_LETTERS, type MarkType } from '#contracts';
import type { Shape } from '#core';
import { AI_LINE_WIDTH, HANDLE_RADIUS_PX, MARK_LINE_WIDTH } from '#findings';
import type { NormalisedPoint } from '#geometry';
import { AI_DASHES, MARK_DASHES } from '../../model/marks/mark-record.ts';
import type { PointPx } from '../../model/planes/image-layout.ts';
import { Leader, MarkChip } from './mark-chip.tsx';
import { boxOf, type MarkLabels, MEASURE_OFFSET, showsMeasures } from './mark-labels.ts';
import { linesOf } from './mark-lines.ts';
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
  const { solid, dashed } = linesOf(shapes, toPx);
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
