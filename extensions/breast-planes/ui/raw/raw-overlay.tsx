import type { ReactNode } from 'react';
import { clockText, mmToImage, offPlaneMm, positionToMm } from '#geometry';
import { rulerTicks, toPx } from '../../model/planes/image-layout.ts';
import type { LocatedImage } from '../../state/views/ready-image.ts';
import { rawTexts } from '../../texts/raw-texts.ts';
import { DepthRuler } from '../shared/depth-ruler.tsx';
import styles from '../shared/plane-viewport.module.css';

/** Maximum distance in mm from a frame at which the frame shows the plane intersection. */
const MAX_FRAME_DISTANCE_MM = 0.75;

/**
 * Draws orientation markers, clock times, both rulers, the rotation axis and the plane intersection
 * on a raw frame.
 */
export function RawOverlay(props: {
  readonly ready: LocatedImage;
  readonly clockDeg: number;
  /** Distance of the image's left edge from the rotation axis in mm, along the array. */
  readonly leftMm: number;
}): ReactNode {
  const { ready, clockDeg, leftMm } = props;
  const { view, layout, frame } = ready;
  const [left, right] = [layout.leftPx, layout.leftPx + frame.widthMm * layout.pxPerMm];
  const bottom = layout.topPx + frame.heightMm * layout.pxPerMm;
  const axisPx = left - leftMm * layout.pxPerMm;
  const middle = Math.min(view.height - 40, Math.max(40, (layout.topPx + bottom) / 2));
  return (
    <svg className={styles.overlay} data-testid={`overlay-${ready.plane}`} aria-hidden="true">
      <DepthRuler {...layout} heightMm={frame.heightMm} fromPx={0} toPx={view.height - 4} />
      <LateralRuler ready={ready} axisPx={axisPx} y={Math.min(view.height - 22, bottom + 4)} />
      {axisPx >= left - 1 && axisPx <= right ? (
        <path
          d={`M${axisPx} ${Math.max(0, layout.topPx)}V${Math.min(view.height, bottom)}`}
          stroke="var(--text-3)"
          strokeDasharray="2 4"
          fill="none"
        />
      ) : null}
      <g data-testid={`letters-${ready.plane}`}>
        <text className={styles.overlayText} x={(left + right) / 2} y={12} data-edge="top">
          A
        </text>
        <text
          className={styles.overlayText}
          x={Math.min(view.width - 26, right + 26)}
          y={view.height - 14}
          data-edge="bottom"
        >
          P
        </text>
        <text
          className={styles.overlayText}
          x={Math.max(46, left - 26)}
          y={middle}
          data-edge="left"
        >
          {clockText(clockDeg + 180, 1)}
        </text>
        <text
          className={`${styles.overlayText} ${styles.small}`}
          x={Math.max(46, left - 26)}
          y={middle + 16}
        >
          {rawTexts.axis}
        </text>
        <text
          className={styles.overlayText}
          x={Math.min(view.width - 26, right + 26)}
          y={middle}
          data-edge="right"
        >
          {clockText(clockDeg, 1)}
        </text>
      </g>
      <PlanesPosition ready={ready} />
    </svg>
  );
}

/** Ruler in mm along the array, starting at the rotation axis. */
function LateralRuler(props: {
  readonly ready: LocatedImage;
  readonly axisPx: number;
  readonly y: number;
}): ReactNode {
  const { ready, axisPx, y } = props;
  const { layout, frame, view } = ready;
  const right = layout.leftPx + frame.widthMm * layout.pxPerMm;
  const from = Math.max(34, layout.leftPx);
  const lengthMm = (right - axisPx) / layout.pxPerMm;
  const ticks = rulerTicks(axisPx, lengthMm, layout.pxPerMm, from, Math.min(view.width, right));
  const last = ticks.findLast(({ label }) => label !== null)?.label;
  return ticks.map(({ px, label }) => (
    <g key={px}>
      <line x1={px} x2={px} y1={y} y2={y + (label === null ? 4 : 8)} stroke="var(--text)" />
      {label === null ? null : (
        <text className={`${styles.overlayText} ${styles.small}`} x={px} y={y + 15}>
          {label === last ? rawTexts.mm(label) : label}
        </text>
      )}
    </g>
  ));
}

/** Draws a cross with an open centre at the plane intersection, on frames near that point. */
function PlanesPosition({ ready }: { readonly ready: LocatedImage }): ReactNode {
  const { frame, layout, volume, position } = ready;
  const at = positionToMm(volume, position);
  if (Math.abs(offPlaneMm(frame, at)) > MAX_FRAME_DISTANCE_MM) return null;
  const { u, v } = mmToImage(frame, at);
  if (u < 0 || u > 1 || v < 0 || v > 1) return null;
  const { x, y } = toPx(layout, frame, { u, v });
  const d = `M${x - 14} ${y}h9M${x + 5} ${y}h9M${x} ${y - 14}v9M${x} ${y + 5}v9`;
  return (
    <g data-testid={`planes-location-${ready.plane}`}>
      <path className={styles.halo} d={d} />
      <path d={d} stroke="var(--accent)" fill="none" />
    </g>
  );
}
