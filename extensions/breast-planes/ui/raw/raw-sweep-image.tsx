import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { type ViewportProps, viewStateToken } from '#core';
import { dot, imageToMm, rotationAxisMm, subtract, transducerFaceMm, type Vec3 } from '#geometry';
import { useStore } from '#ui';
import { fromPx, type ImageLayout } from '../../model/planes/image-layout.ts';
import { SLICE } from '../../model/planes/plane-presentation.ts';
import type { Sweep } from '../../state/views/raw-state.ts';
import type { LocatedImage } from '../../state/views/ready-image.ts';
import { zoomAt, zoomDeps } from '../../state/views/zoom.ts';
import { readingToken } from '../../state/volumes/reading-state.ts';
import { rawTexts } from '../../texts/raw-texts.ts';
import { useAdjustDrag } from '../controls/use-adjust-drag.ts';
import { usePlanePresentation } from '../controls/use-plane-presentation.ts';
import { MarkLayer } from '../marks/mark-layer.tsx';
import { OverlayLayers } from '../planes/overlay-layers.tsx';
import { useImageGestures } from '../planes/use-image-gestures.ts';
import styles from '../shared/plane-viewport.module.css';
import { RawOverlay } from './raw-overlay.tsx';
import { type RawSweepView, shownDeg } from './use-raw-sweep.ts';

export interface SweepProps extends ViewportProps {
  readonly sweep: Sweep;
}

export interface Player {
  readonly playing: boolean;
  toggle(): void;
}

export interface RawSweepImageProps extends SweepProps {
  readonly imageRef: RefObject<HTMLDivElement | null>;
  readonly view: RawSweepView;
  readonly ready: LocatedImage | null;
  readonly layout: (ImageLayout & { readonly widthMm: number; readonly heightMm: number }) | null;
  readonly player: Player;
  readonly children: ReactNode;
}

/** Draws a frame with its overlays, and handles pointer and keys. */
export function RawSweepImage(props: RawSweepImageProps): ReactNode {
  const { context, sweep, view, ready, layout, imageRef } = props;
  const pointer = useRef<{ readonly x: number; readonly y: number } | null>(null);
  const gestures = useImageGestures({
    ...props,
    adjusts: { scan: view.volumeInfo.scan, view: sweep },
    ...(view.locationProblem === null ? {} : { unmarkable: 'no-scale' as const }),
    onToggleMaximise: () => jumpToPlanes(props, pointer.current),
  });
  const adjustHandlers = useAdjustDrag(context, props.cellId, view.volumeInfo.scan, sweep);
  useFrameWheel(props);
  const hidden = useStore(context.use(viewStateToken).store, (state) => state.overlaysHidden);
  const deg = shownDeg(view);
  const { cursor, preview, handlers } = gestures;
  return (
    // biome-ignore lint/a11y/useSemanticElements: no element exists for an image with keyboard input
    <div
      ref={imageRef}
      className={styles.imageArea}
      style={{ cursor }}
      role="group"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys step through the frames
      tabIndex={0}
      data-testid={`image-${sweep}`}
      aria-label={rawTexts.imageLabel(rawTexts.sweeps[sweep])}
      {...handlers}
      {...adjustHandlers}
      onKeyDown={(event) => {
        handlers.onKeyDown(event);
        if (!event.defaultPrevented) onKey(event, props);
      }}
      onDoubleClick={(event) => {
        const box = event.currentTarget.getBoundingClientRect();
        pointer.current = { x: event.clientX - box.left, y: event.clientY - box.top };
        handlers.onDoubleClick(event);
      }}
    >
      <FrameCanvas {...props} />
      {ready === null || hidden || deg === null || layout === null ? null : (
        <>
          <OverlayLayers context={context} ready={ready} slab={SLICE} />
          <RawOverlay ready={ready} clockDeg={deg} leftMm={leftEdgeMm(ready)} />
          <MarkLayer context={context} ready={ready} preview={preview} />
        </>
      )}
      {props.children}
    </div>
  );
}

/** Returns the distance of the image's left edge from the rotation axis in mm, along the array. */
function leftEdgeMm({ frame, volume }: LocatedImage): number {
  const axis = rotationAxisMm(volume);
  const pivotMm: Vec3 = [axis.x, transducerFaceMm(volume), axis.z];
  return dot(frame.right, subtract(frame.originMm, pivotMm));
}

function FrameCanvas({ context, view, layout, sweep }: RawSweepImageProps): ReactNode {
  const canvas = useRef<HTMLCanvasElement>(null);
  const presentation = usePlanePresentation(context, view.volumeInfo.scan, sweep);
  const frame = view.shown?.frame ?? null;
  useEffect(() => {
    const context2d = canvas.current?.getContext('2d') ?? null;
    if (canvas.current === null || context2d === null || frame === null) return;
    canvas.current.width = frame.width;
    canvas.current.height = frame.height;
    frame.draw(context2d, presentation);
  }, [frame, presentation]);
  if (frame === null || layout === null) return null;
  return (
    <canvas
      ref={canvas}
      data-testid={`canvas-${sweep}`}
      style={{
        position: 'absolute',
        left: layout.leftPx,
        top: layout.topPx,
        width: layout.widthMm * layout.pxPerMm,
        height: layout.heightMm * layout.pxPerMm,
      }}
    />
  );
}

/**
 * Moves the planes to the location under the pointer; does nothing on a frame without a location.
 */
function jumpToPlanes(
  { context, ready }: RawSweepImageProps,
  at: { readonly x: number; readonly y: number } | null,
): void {
  if (ready === null || at === null) return;
  const { u, v } = fromPx(ready.layout, ready.frame, at);
  if (u < 0 || u > 1 || v < 0 || v > 1) return;
  void context.run('breast-planes.raw-to-planes', {
    pointMm: imageToMm(ready.frame, u, v),
    scanId: ready.scan.id,
  });
}

/** Number of frames per step while Shift is held. */
const FAST = 5;
/** Step of PageUp and PageDown in degrees: an hour of the clock. */
const HOUR_DEG = 30;

function onKey(event: KeyboardEvent, { view, player }: RawSweepImageProps): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const step = event.shiftKey ? FAST : 1;
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: -step,
    ArrowUp: -step,
    ArrowRight: step,
    ArrowDown: step,
    ',': -1,
    '.': 1,
  };
  const by = steps[event.key];
  if (by !== undefined) view.step(by);
  else if (event.key === 'PageUp') view.goTo(view.deg - HOUR_DEG);
  else if (event.key === 'PageDown') view.goTo(view.deg + HOUR_DEG);
  else if (event.key === 'Home') view.goTo(0);
  else if (event.key === ' ') player.toggle();
  else return;
  event.preventDefault();
  event.stopPropagation();
}

/** Steps through the frames by wheel, five at a time with Shift; zooms with Ctrl. */
function useFrameWheel(props: RawSweepImageProps): void {
  const latest = useRef(props);
  latest.current = props;
  const { imageRef } = props;
  useEffect(() => {
    const element = imageRef.current;
    const onWheel = (event: WheelEvent): void => {
      event.preventDefault();
      const { context, cellId, ready, view } = latest.current;
      const delta = event.deltaY === 0 ? event.deltaX : event.deltaY;
      if (event.ctrlKey || event.metaKey) {
        if (ready === null) return;
        const reading = context.use(readingToken);
        const requestedZoom = reading.store.getState().zoom * 2 ** (-delta / 400);
        zoomAt(
          zoomDeps(context),
          cellId,
          ready,
          { x: event.offsetX, y: event.offsetY },
          requestedZoom,
        );
        return;
      }
      view.step(Math.sign(delta) * (event.shiftKey ? FAST : 1));
    };
    element?.addEventListener('wheel', onWheel, { passive: false });
    return () => element?.removeEventListener('wheel', onWheel);
  }, [imageRef]);
}
