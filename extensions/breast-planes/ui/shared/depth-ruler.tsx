import type { ReactNode } from 'react';
import { rulerTicks } from '../../model/planes/image-layout.ts';
import styles from './plane-viewport.module.css';

/** Centre of the ruler's numbers in px from the view's left edge. */
export const RULER_NUMBERS_PX = 20;

/**
 * Ruler in mm along the left edge of a view, starting at the image's top; drawn only from `fromPx`
 * to `toPx` of the view.
 */
export function DepthRuler(props: {
  readonly topPx: number;
  readonly heightMm: number;
  readonly pxPerMm: number;
  readonly fromPx: number;
  readonly toPx: number;
}): ReactNode {
  const { topPx, heightMm, pxPerMm, fromPx, toPx } = props;
  return rulerTicks(topPx, heightMm, pxPerMm, fromPx, toPx).map(({ px, label }) => (
    <g key={px}>
      <line x1={2} x2={label === null ? 6 : 10} y1={px} y2={px} stroke="var(--text)" />
      {label === null || label === '0' ? null : (
        <text className={`${styles.overlayText} ${styles.small}`} x={RULER_NUMBERS_PX} y={px}>
          {label}
        </text>
      )}
    </g>
  ));
}
