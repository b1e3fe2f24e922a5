import { type CSSProperties, type ReactNode, useCallback, useLayoutEffect, useRef } from 'react';
import type { ApiClient } from '#core';
import { formatFixed } from '#foundation';
import { clockText } from '#geometry';
import { type DotState, EmptyState, StatusDot } from '#ui';
import type { ScanProgress } from '../../state/scan/scan-progress.ts';
import type { ScanRun } from '../../state/scan/scan-run.ts';
import { scanTexts } from '../../texts/scan-texts.ts';
import {
  type FrameExtent,
  type FrameImage,
  frameExtent,
  hasSameGeometry,
} from '../shared/decode-frame.ts';
import styles from '../shared/live-scan.module.css';
import { phaseText } from '../shared/phase-text.ts';
import { useElementSize } from '../shared/use-element-size.ts';
import { type FramePlacement, FrameRulers } from './frame-rulers.tsx';
import { paintFrame } from './paint-frame.ts';
import { useFrameRate } from './use-frame-rate.ts';
import { useLiveFrame } from './use-live-frame.ts';

const MARGIN = { left: 44, right: 16, top: 8, bottom: 32 };

/**
 * Returns the largest placement with equal scale in both directions and the axis at the left; null
 * if there is no space.
 */
function placementOf(extent: FrameExtent, width: number, height: number): FramePlacement | null {
  const { maxRadiusMm, depthMm } = extent;
  const availableWidth = width - MARGIN.left - MARGIN.right;
  const availableHeight = height - MARGIN.top - MARGIN.bottom;
  if (availableWidth <= 0 || availableHeight <= 0) return null;
  const pxPerMm = Math.min(availableWidth / maxRadiusMm, availableHeight / depthMm);
  const axisPx = MARGIN.left + (availableWidth - maxRadiusMm * pxPerMm) / 2;
  const facePx = MARGIN.top;
  return {
    pxPerMm,
    axisPx,
    facePx,
    rightPx: axisPx + maxRadiusMm * pxPerMm,
    bottomPx: facePx + depthMm * pxPerMm,
    maxRadiusMm,
    depthMm,
  };
}

/**
 * Places the canvas at its true position: rotated by the tilt about the point where the axis meets
 * the face, so that the rulers apply to every pixel.
 */
function canvasStyle(
  extent: FrameExtent,
  placement: FramePlacement,
  tiltDeg: number,
): CSSProperties {
  const { pxPerMm, axisPx } = placement;
  const left = extent.leftMm * pxPerMm;
  const top = extent.topMm * pxPerMm;
  return {
    left: axisPx + left,
    top,
    width: (extent.rightMm - extent.leftMm) * pxPerMm,
    height: (extent.bottomMm - extent.topMm) * pxPerMm,
    transformOrigin: `${-left}px ${-top}px`,
    transform: `rotate(${tiltDeg}deg)`,
  };
}

/** Describes the frame from its own header. */
function frameText({ header, clockDeg }: FrameImage): string {
  const details = [
    scanTexts.image.rawFrame,
    `${header.sweep} ${Math.round(clockDeg)}°`,
    scanTexts.image.oClock(clockText(clockDeg, 1)),
    `${formatFixed(header.frequencyHz / 1e6, 1)} MHz`,
    scanTexts.image.focus(header.focusMm),
    scanTexts.image.dynamicRange(header.dynamicRangeDb),
  ];
  if (header.tiltDeg !== 0) details.push(scanTexts.image.tilted(Math.abs(header.tiltDeg)));
  return details.join(' · ');
}

/** The newest raw frame with rulers in mm, the axis and the clock hour. */
export function LiveImage(props: {
  readonly api: ApiClient;
  readonly newest: ScanRun['newest'];
  readonly progress: ScanProgress;
}): ReactNode {
  const { api, newest, progress } = props;
  const { ref, width, height } = useElementSize<HTMLDivElement>();
  const canvas = useRef<HTMLCanvasElement>(null);
  const painted = useRef<FrameImage | null>(null);
  // Paints at once if the frame has the geometry of the last frame; its text follows with the next
  // render.
  const paintImmediately = useCallback((next: FrameImage) => {
    const before = painted.current;
    if (canvas.current === null || before === null || !hasSameGeometry(before, next)) return;
    paintFrame(canvas.current, next);
    painted.current = next;
  }, []);
  const { frame, problem } = useLiveFrame(api, newest, paintImmediately);
  const rate = useFrameRate(progress);
  const extent = frame === null ? null : frameExtent(frame);
  const placement = extent === null ? null : placementOf(extent, width, height);
  const hasPlacement = placement !== null;

  // A layout effect runs with the render; a later effect could paint over a newer frame.
  useLayoutEffect(() => {
    // A new canvas is empty, whatever was painted on the prior canvas.
    if (!hasPlacement) painted.current = null;
    if (!hasPlacement || canvas.current === null || frame === null) return;
    if (painted.current !== frame) paintFrame(canvas.current, frame);
    painted.current = frame;
  }, [frame, hasPlacement]);

  const isLive = progress.phase === 'recording';
  return (
    <section className={styles.live} aria-label={scanTexts.image.label}>
      <header className={styles.liveHead}>
        <StatusDot state={dotState(progress)} />
        <strong>{isLive ? scanTexts.image.live : phaseText(progress)}</strong>
        <span className={styles.quiet}>{frame === null ? '' : frameText(frame)}</span>
        <span className={styles.rate}>
          {rate === null ? '' : scanTexts.image.rate(rate.toFixed(0))}
        </span>
      </header>
      <div ref={ref} className={styles.stage}>
        {frame === null ? <EmptyState icon="scan" text={waitingText(progress)} /> : null}
        {frame === null || extent === null || placement === null ? null : (
          <>
            <div
              className={styles.imageArea}
              style={{ top: placement.facePx, height: placement.bottomPx - placement.facePx }}
            >
              <canvas
                ref={canvas}
                role="img"
                aria-label={scanTexts.image.frame(frameText(frame))}
                className={styles.canvas}
                style={canvasStyle(extent, placement, frame.header.tiltDeg)}
              />
            </div>
            <FrameRulers
              placement={placement}
              width={width}
              height={height}
              clock={clockText(frame.clockDeg, 1)}
            />
          </>
        )}
        {problem === null ? null : (
          <p role="status" className={styles.imageProblem}>
            {problem.title}
          </p>
        )}
      </div>
    </section>
  );
}

function dotState({ phase }: ScanProgress): DotState {
  if (phase === 'recording') return 'ok';
  return phase === 'paused' ? 'warning' : 'idle';
}

/** Returns the text in place of the image before the first frame is loaded. */
function waitingText({ phase }: ScanProgress): string {
  if (phase === 'not-started') return scanTexts.image.beforeStart;
  if (phase === 'starting') return scanTexts.image.first;
  return phase === 'recording' ? scanTexts.image.next : scanTexts.image.none;
}
