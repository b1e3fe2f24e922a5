import type { ReactNode } from 'react';
import { type ExtensionContext, viewStateToken } from '#core';
import { useStore } from '#ui';
import type { MarkPreview } from '../../interaction/interaction-context.ts';
import type { Slab } from '../../model/planes/plane-presentation.ts';
import { referenceLines } from '../../model/planes/reference-lines.ts';
import type { ReadyPlane } from '../../state/views/ready-image.ts';
import { linesShown } from '../../state/volumes/study-selectors.ts';
import { MarkLayer, SavedMarkLayer } from '../marks/mark-layer.tsx';
import { NippleMark } from '../nipple/nipple-mark.tsx';
import { ClockRing, EdgeMarkers, Ruler } from '../shared/image-scale.tsx';
import styles from '../shared/plane-viewport.module.css';
import { AntiradialLine } from './antiradial-overlay.tsx';
import { GhostCursor } from './ghost-cursor.tsx';
import { OverlayDragHandles } from './overlay-drag-handles.tsx';
import { OverlayLayers } from './overlay-layers.tsx';
import { RawFrameLines } from './raw-frame-lines.tsx';
import { ReferenceLineDrawing } from './reference-line-drawing.tsx';

export interface PlaneOverlayProps {
  readonly context: ExtensionContext;
  readonly ready: ReadyPlane;
  readonly cellId: string;
  /** Slab of the image under the overlay. */
  readonly slab: Slab;
  /** Preview of the current gesture. */
  readonly preview: MarkPreview;
}

interface LineLayerProps extends Pick<PlaneOverlayProps, 'context' | 'ready'> {
  /** Whether the lines of the other planes are shown. */
  readonly lines: boolean;
}

/** Draws orientation markers, rulers and the lines of other planes and frames. */
function LineLayer({ context, ready, lines }: LineLayerProps): ReactNode {
  const { plane } = ready;
  return (
    <svg className={styles.overlay} data-testid={`overlay-${plane}`} aria-hidden="true">
      <EdgeMarkers ready={ready} />
      <Ruler ready={ready} />
      {plane === 'COR' ? <ClockRing ready={ready} /> : null}
      {lines
        ? referenceLines(ready).map((line) => <ReferenceLineDrawing key={line.plane} line={line} />)
        : null}
      <RawFrameLines context={context} ready={ready} />
      <AntiradialLine context={context} ready={ready} />
    </svg>
  );
}

/**
 * Draws what a saved image contains: lines, nipple, orientation markers, rulers and all marks,
 * without the controls of the screen.
 */
export function SavedPlaneOverlay(props: Omit<PlaneOverlayProps, 'preview'>): ReactNode {
  const { context, ready } = props;
  const lines = useStore(context.use(viewStateToken).store, (state) =>
    linesShown(state, props.cellId),
  );
  return (
    <>
      <OverlayLayers context={context} ready={ready} slab={props.slab} saved />
      <LineLayer context={context} ready={ready} lines={lines} />
      <svg className={styles.overlay} aria-hidden="true">
        <NippleMark context={context} ready={ready} />
      </svg>
      <SavedMarkLayer context={context} ready={ready} />
    </>
  );
}

/** Draws everything over a plane's image: lines, marks, nipple, orientation markers and rulers. */
export function PlaneOverlay(props: PlaneOverlayProps): ReactNode {
  const { context, ready, preview } = props;
  const lines = useStore(context.use(viewStateToken).store, (state) =>
    linesShown(state, props.cellId),
  );
  return (
    <>
      <OverlayLayers context={context} ready={ready} slab={props.slab} />
      <LineLayer context={context} ready={ready} lines={lines} />
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
