import type { ReactNode } from 'react';
import { type ExtensionContext, viewStateToken } from '#core';
import { useStore } from '#ui';
import type { MarkPreview } from '../../interaction/interaction-context.ts';
import { referenceLines } from '../../model/planes/reference-lines.ts';
import type { ReadyPlane } from '../../state/views/ready-image.ts';
import { linesShown } from '../../state/volumes/study-selectors.ts';
import { MarkLayer } from '../marks/mark-layer.tsx';
import { NippleMark } from '../nipple/nipple-mark.tsx';
import { ClockRing, EdgeMarkers, Ruler } from '../shared/image-scale.tsx';
import styles from '../shared/plane-viewport.module.css';
import { AntiradialLine } from './antiradial-overlay.tsx';
import { GhostCursor } from './ghost-cursor.tsx';
import { OverlayDragHandles } from './overlay-drag-handles.tsx';
import { RawFrameLines } from './raw-frame-lines.tsx';
import { ReferenceLineDrawing } from './reference-line-drawing.tsx';

export interface PlaneOverlayProps {
  readonly context: ExtensionContext;
  readonly ready: ReadyPlane;
  readonly cellId: string;
  /** Preview of the current gesture. */
  readonly preview: MarkPreview;
}

/** Draws everything over a plane's image: lines, marks, nipple, orientation markers and rulers. */
export function PlaneOverlay(props: PlaneOverlayProps): ReactNode {
  const { context, ready, preview } = props;
  const lines = useStore(context.use(viewStateToken).store, (state) =>
    linesShown(state, props.cellId),
  );
  const { plane } = ready;
  return (
    <>
      <svg className={styles.overlay} data-testid={`overlay-${plane}`} aria-hidden="true">
        <EdgeMarkers ready={ready} />
        <Ruler ready={ready} />
        {plane === 'COR' ? <ClockRing ready={ready} /> : null}
        {lines
          ? referenceLines(ready).map((line) => (
              <ReferenceLineDrawing key={line.plane} line={line} />
            ))
          : null}
        <RawFrameLines context={context} ready={ready} />
        <AntiradialLine context={context} ready={ready} />
      </svg>
      <OverlayDragHandles
        context={context}
        ready={ready}
        lines={lines ? referenceLines(ready) : []}
        onMark={preview.over !== null}
      />
      <svg className={styles.overlay} aria-hidden="true">
        <NippleMark context={context} ready={ready} />
      </svg>
      <MarkLayer context={context} ready={ready} preview={preview} />
      <GhostCursor context={context} cellId={props.cellId} ready={ready} />
    </>
  );
}
