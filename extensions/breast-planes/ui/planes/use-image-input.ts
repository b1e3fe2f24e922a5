import { type RefObject, useEffect, useRef } from 'react';
import { type ViewportProps, viewStateToken } from '#core';
import type { MarkPreview, Unmarkable } from '../../interaction/interaction-context.ts';
import { planeToEnd, stepPlane } from '../../model/planes/linked-position.ts';
import type { ReadyPlane } from '../../state/views/ready-image.ts';
import { zoomAt, zoomDeps } from '../../state/views/zoom.ts';
import { readingToken } from '../../state/volumes/reading-state.ts';
import type { AdjustedImage } from '../controls/drag-window.ts';
import { type ImageGestures, useImageGestures } from './use-image-gestures.ts';

export interface ImageInputProps extends ViewportProps {
  readonly imageRef: RefObject<HTMLDivElement | null>;
  readonly ready: ReadyPlane | null;
  /** Reason why marks are rejected; absent if marks are possible. */
  readonly unmarkable?: Unmarkable;
  readonly adjusts?: AdjustedImage;
}

export interface ImageInput {
  readonly cursor: string;
  readonly preview: MarkPreview;
  readonly handlers: ImageGestures['handlers'];
}

/**
 * Scrolled px per step. An event of at least this size is a notch of a mouse wheel and makes exactly
 * one step; smaller events of a trackpad add up.
 */
const WHEEL_PX_PER_STEP = 40;
/** Factor of the step while Shift is held. */
const FAST = 5;

/** Handles wheel, keys and pointer of a plane's image. */
export function useImageInput(props: ImageInputProps): ImageInput {
  const gestures = useImageGestures(props);
  useImageWheel(props);
  useImageKeys(props);
  return gestures;
}

/** Steps through slices by wheel, five at a time with Shift; zooms all planes with Ctrl. */
function useImageWheel({ context, imageRef, ready, cellId }: ImageInputProps): void {
  const latest = useRef(ready);
  latest.current = ready;
  useEffect(() => {
    const element = imageRef.current;
    if (element === null) return;
    const viewState = context.use(viewStateToken);
    let remainder = 0;
    const onWheel = (event: WheelEvent): void => {
      const image = latest.current;
      if (image === null) return;
      event.preventDefault();
      // Browsers report Shift+wheel as horizontal scrolling.
      const delta = event.deltaY === 0 ? event.deltaX : event.deltaY;
      if (event.ctrlKey || event.metaKey) {
        const reading = context.use(readingToken);
        const requestedZoom = reading.store.getState().zoom * 2 ** (-delta / 400);
        zoomAt(
          zoomDeps(context),
          cellId,
          image,
          { x: event.offsetX, y: event.offsetY },
          requestedZoom,
        );
        return;
      }
      viewState.set({ activeCellId: cellId });
      const notch = event.deltaMode !== 0 || Math.abs(delta) >= WHEEL_PX_PER_STEP;
      remainder = notch ? Math.sign(delta) * WHEEL_PX_PER_STEP : remainder + delta;
      const steps = Math.trunc(remainder / WHEEL_PX_PER_STEP);
      if (steps === 0) return;
      remainder -= steps * WHEEL_PX_PER_STEP;
      // Wheel events can be faster than rendering, so each event starts from the latest position.
      const position = viewState.store.getState().positions[image.scan.id] ?? image.position;
      const by = steps * (event.shiftKey ? FAST : 1);
      viewState.setPosition(image.scan.id, stepPlane(image.volume, position, image.plane, by));
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [context, imageRef, cellId]);
}

/**
 * Handles Home and End on the focused image; single steps are shortcuts of the mode
 * (`breast-planes.step`).
 */
function useImageKeys({ context, imageRef, ready, cellId }: ImageInputProps): void {
  const latest = useRef(ready);
  latest.current = ready;
  useEffect(() => {
    const element = imageRef.current;
    if (element === null) return;
    const viewState = context.use(viewStateToken);
    const onKeyDown = (event: KeyboardEvent): void => {
      const image = latest.current;
      // Focused lines of the image handle Home and End themselves.
      if (image === null || event.target !== element) return;
      if (event.key !== 'Home' && event.key !== 'End') return;
      event.preventDefault();
      const end = event.key === 'Home' ? 'first' : 'last';
      const position = planeToEnd(image.volume, image.position, image.plane, end);
      viewState.setPosition(image.scan.id, position);
    };
    const onFocus = (): void => viewState.set({ activeCellId: cellId });
    element.addEventListener('keydown', onKeyDown);
    element.addEventListener('focus', onFocus);
    return () => {
      element.removeEventListener('keydown', onKeyDown);
      element.removeEventListener('focus', onFocus);
    };
  }, [context, imageRef, cellId]);
}
