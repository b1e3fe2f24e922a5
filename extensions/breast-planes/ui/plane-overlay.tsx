import type { ReactNode } from 'react';
import { type ExtensionContext, viewStateToken } from '#core';
import { mmToImage } from '#geometry';
import { useStore } from '#ui';
import { toPx } from '../model/image-layout.ts';
import { referenceLines } from '../model/reference-lines.ts';
import type { ReadyPlane } from '../state/ready-image.ts';
import { linesShown } from '../state/study-facts.ts';
import { AntiradialLine } from './antiradial-overlay.tsx';
import type { MarkPreview } from './hand.ts';
import { ClockRing, EdgeWords, Ruler } from './image-scale.tsx';
import { MarkLayer } from './mark-layer.tsx';
import { OverlayHands } from './overlay-hands.tsx';
import styles from './plane-viewport.module.css';
import { RawFrameLines } from './raw-frame-lines.tsx';
import { ReferenceLineDrawing } from './reference-line-drawing.tsx';

export interface PlaneOverlayProps {
  readonly context: ExtensionContext;
  readonly ready: ReadyPlane;
  readonly cellId: string;
  /** The gesture that is under way. */
  readonly preview: MarkPreview;
}

/** Everything that lies on a plane's image: lines, marks, letters, rulers. Never covers tissue. */
export function PlaneOverlay(props: PlaneOverlayProps): ReactNode {
  const { context, ready, preview } = props;
  const lines = useStore(context.use(viewStateToken).store, (state) =>
    linesShown(state, props.cellId),
  );
  const { plane } = ready;
  return (
    <>
      <svg className={styles.overlay} data-testid={`overlay-${plane}`} aria-hidden="true">
        <EdgeWords ready={ready} />
        <Ruler ready={ready} />
        {plane === 'COR' ? <ClockRing ready={ready} /> : null}
        {lines
          ? referenceLines(ready).map((line) => (
              <ReferenceLineDrawing key={line.plane} line={line} />
            ))
          : null}
        <RawFrameLines context={context} ready={ready} />
        <AntiradialLine context={context} ready={ready} />
        <NippleMark ready={ready} />
        <OverlayHands context={context} ready={ready} lines={lines ? referenceLines(ready) : []} />
      </svg>
      <MarkLayer context={context} ready={ready} preview={preview} />
    </>
  );
}

/** A ring with a dot on the coronal; on planes through the nipple a triangle at the face. */
function NippleMark({ ready }: { readonly ready: ReadyPlane }): ReactNode {
  const { nippleMm, plane, frame, layout, view } = ready;
  if (nippleMm === null) return null;
  const { x, y } = toPx(layout, frame, mmToImage(frame, nippleMm));
  if (x < 0 || x > view.width) return null;
  if (plane === 'COR') {
    return (
      <g data-testid="nipple-mark">
        <circle className={styles.halo} cx={x} cy={y} r={8} />
        <circle cx={x} cy={y} r={8} fill="none" stroke="var(--text)" />
        <circle cx={x} cy={y} r={1.5} fill="var(--text)" />
        <text className={styles.word} x={x + 18} y={y - 12}>
          N
        </text>
      </g>
    );
  }
  const top = Math.max(2, layout.topPx);
  return (
    <g>
      <line className={styles.halo} x1={x} x2={x} y1={top} y2={top + 14} />
      <path d={`M${x - 6} ${top} h12 l-6 9 z`} fill="var(--text)" stroke="#000" />
      <text className={styles.word} x={x + 16} y={top + 8}>
        N
      </text>
    </g>
  );
}
