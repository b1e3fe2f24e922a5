import type { ReactNode } from 'react';
import type { ExtensionContext } from '#core';
import { mmToImage } from '#geometry';
import { useStore } from '#ui';
import { type PointPx, toPx, type ViewSize } from '../../model/planes/image-layout.ts';
import { frameAtDepth } from '../../model/raw/raw-geometry.ts';
import { rawToken } from '../../state/views/raw-state.ts';
import type { ReadyPlane } from '../../state/views/ready-image.ts';
import styles from '../shared/plane-viewport.module.css';

const SWEEP_LABEL = { CEN: 'CEN', PER: 'PER' } as const;

/** Distance in px from a line to its label. */
const LABEL_OFFSET_PX = 22;
/** Distance in px that keeps labels whole at the view's edge. */
const INSET_PX = 16;

/**
 * Returns a label position on one side of the line's outer end (`side`: 1 or -1), because the lines
 * of both sweeps and the radial plane often coincide.
 */
function labelPosition(from: PointPx, to: PointPx, side: 1 | -1, view: ViewSize): PointPx {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const [dx, dy] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const within = (px: number, sizePx: number): number =>
    Math.min(sizePx - INSET_PX, Math.max(INSET_PX, px));
  return {
    x: within(to.x - side * dy * LABEL_OFFSET_PX, view.width),
    y: within(to.y + side * dx * LABEL_OFFSET_PX, view.height),
  };
}

/** Draws the shown raw frames as lines on the coronal, from the first scan line to the rim. */
export function RawFrameLines(props: {
  readonly context: ExtensionContext;
  readonly ready: ReadyPlane;
}): ReactNode {
  const { context, ready } = props;
  const shown = useStore(context.use(rawToken).store, (state) => state.shown);
  if (ready.plane !== 'COR') return null;
  const { layout, frame } = ready;
  return Object.entries(shown).map(([cellId, shownFrame]) => {
    if (shownFrame.scanId !== ready.scan.id) return null;
    const [firstMm, lastMm] = frameAtDepth(shownFrame.frame, frame.originMm[1]);
    const from = toPx(layout, frame, mmToImage(frame, firstMm));
    const to = toPx(layout, frame, mmToImage(frame, lastMm));
    const d = `M${from.x} ${from.y}L${to.x} ${to.y}`;
    const labelAt = labelPosition(from, to, shownFrame.sweep === 'CEN' ? -1 : 1, ready.view);
    return (
      <g key={cellId} data-testid={`raw-line-${shownFrame.sweep}`} data-deg={shownFrame.clockDeg}>
        <path className={styles.halo} d={d} />
        <path
          className={styles.line}
          d={d}
          stroke="var(--text)"
          strokeDasharray={shownFrame.sweep === 'PER' ? '6 3' : undefined}
        />
        <text className={`${styles.overlayText} ${styles.small}`} x={labelAt.x} y={labelAt.y}>
          {SWEEP_LABEL[shownFrame.sweep]}
        </text>
      </g>
    );
  });
}
