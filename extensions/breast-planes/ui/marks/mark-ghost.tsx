import { memo, type ReactNode } from 'react';
import { isAnnotation, MARK_LINE_WIDTH } from '#findings';
import type { NormalisedPoint } from '#geometry';
import { GHOST_MM } from '../../model/marks/mark-visibility.ts';
import type { PointPx } from '../../model/planes/image-layout.ts';
import type { GhostMark } from '../../state/findings/visible-marks.ts';
import { boxOf, chipPosition } from './mark-labels.ts';
import { linesOf } from './mark-lines.ts';
import styles from './marks.module.css';

/** Opacity of a ghost beside its slice and at the maximum distance. */
const OPACITY = { near: 0.5, far: 0.15 };

/** Returns the opacity of the ghost of a mark at a distance in mm from the shown slice. */
export const ghostOpacityAt = (distanceMm: number): number =>
  OPACITY.near + (OPACITY.far - OPACITY.near) * Math.min(1, distanceMm / GHOST_MM);

/**
 * Draws a mark of a slice nearby, the fainter the farther away: its lines and the number of its
 * finding, without size and handles. Left out of saved images.
 */
export const MarkGhost = memo(function MarkGhost(props: {
  readonly ghost: GhostMark;
  toPx(at: NormalisedPoint): PointPx;
}): ReactNode {
  const { ghost, toPx } = props;
  const { finding, shapes, distanceMm } = ghost;
  const { label, generator } = finding;
  const around = boxOf(shapes, toPx);
  const at = around === null ? null : chipPosition(around);
  const { solid, dashed } = linesOf(shapes, toPx);
  return (
    <g data-testid={`ghost-${label}`} data-screen-only="" opacity={ghostOpacityAt(distanceMm)}>
      <path
        d={solid + dashed}
        fill="none"
        stroke={generator.labelColour}
        strokeWidth={MARK_LINE_WIDTH}
        strokeDasharray="2 4"
        strokeLinecap="round"
      />
      {at === null || isAnnotation(finding) ? null : (
        <text className={styles.ghostNumber} x={at.x} y={at.y} fill={generator.labelColour}>
          {label}
        </text>
      )}
    </g>
  );
});
