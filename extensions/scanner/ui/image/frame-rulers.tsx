import type { ReactNode } from 'react';
import { scanTexts } from '../../texts/scan-texts.ts';
import styles from '../shared/live-scan.module.css';

/** Position of a frame's half plane on the page, in pixels. */
export interface FramePlacement {
  readonly pxPerMm: number;
  /** x of the rotation axis (0 mm). */
  readonly axisPx: number;
  /** y of the transducer face (0 mm). */
  readonly facePx: number;
  /** x of the point farthest from the axis. */
  readonly rightPx: number;
  /** y of the deepest point. */
  readonly bottomPx: number;
  /** Distance of the farthest point from the axis. */
  readonly maxRadiusMm: number;
  /** Depth of the deepest point. */
  readonly depthMm: number;
}

/** Returns the positions of the ticks: every 5 mm from 0 to `lastMm`. */
const tickPositions = (lastMm: number): readonly number[] =>
  Array.from({ length: Math.floor(lastMm / 5) + 1 }, (_, idx) => idx * 5);

/** Rulers below and beside the frame: a tick every 5 mm, a figure every 10 mm. */
export function FrameRulers(props: {
  readonly placement: FramePlacement;
  readonly width: number;
  readonly height: number;
  readonly clock: string;
}): ReactNode {
  const { placement, width, height, clock } = props;
  const { pxPerMm, axisPx, facePx, rightPx, bottomPx } = placement;
  const rulerY = bottomPx + 6;
  const rulerX = axisPx - 6;
  return (
    <svg className={styles.rulers} width={width} height={height} aria-hidden="true">
      <path
        d={`M${axisPx} ${rulerY}H${rightPx}M${rulerX} ${facePx}V${bottomPx}`}
        className={styles.rulerLine}
      />
      {tickPositions(placement.maxRadiusMm).map((mm) => {
        const x = axisPx + mm * pxPerMm;
        return (
          <g key={`x${mm}`}>
            <path d={`M${x} ${rulerY}v${mm % 10 === 0 ? 6 : 4}`} className={styles.rulerLine} />
            {mm % 10 === 0 ? (
              <text x={x} y={rulerY + 19} textAnchor="middle" className={styles.rulerText}>
                {mm}
              </text>
            ) : null}
          </g>
        );
      })}
      {tickPositions(placement.depthMm).map((mm) => {
        const y = facePx + mm * pxPerMm;
        return (
          <g key={`y${mm}`}>
            <path d={`M${rulerX} ${y}h${mm % 10 === 0 ? -6 : -4}`} className={styles.rulerLine} />
            {mm % 10 === 0 && mm > 0 ? (
              <text x={rulerX - 9} y={y + 4} textAnchor="end" className={styles.rulerText}>
                {mm}
              </text>
            ) : null}
          </g>
        );
      })}
      <text x={axisPx + 6} y={bottomPx - 6} className={styles.onImage}>
        {scanTexts.image.axis}
      </text>
      <text
        x={rightPx - 8}
        y={(facePx + bottomPx) / 2}
        textAnchor="end"
        className={styles.onImageStrong}
      >
        {clock}
      </text>
    </svg>
  );
}
