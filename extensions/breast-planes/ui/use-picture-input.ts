import { type RefObject, useEffect, useRef } from 'react';
import { type Shape, type ViewportProps, viewStateToken } from '#core';
import {
  clampZoom,
  fromPx,
  type PointPx,
  panKeeping,
  placeInImage,
} from '../model/image-layout.ts';
import { planeToEnd, stepPlane } from '../model/linked-position.ts';
import { linkedPlace } from '../model/reference-lines.ts';
import { panOf, readingToken } from '../state/reading-state.ts';
import type { ReadyPlane } from '../state/ready-image.ts';
import { type PictureGestures, usePictureGestures } from './use-picture-gestures.ts';

export interface PictureInputProps extends ViewportProps {
  readonly picture: RefObject<HTMLDivElement | null>;
  readonly ready: ReadyPlane | null;
}

export interface PictureInput {
  readonly cursor: string;
  readonly preview: readonly Shape[];
  readonly handlers: PictureGestures['handlers'];
}

/** Pixels of a trackpad that make one step; a mouse's notch is more and always makes one. */
const PX_PER_STEP = 40;
const FAST = 5;

/** Wheel, keys and pointer of a plane's picture. */
export function usePictureInput(props: PictureInputProps): PictureInput {
  const gestures = usePictureGestures(props);
  usePictureWheel(props);
  usePictureKeys(props);
  return gestures;
}

/** Wheel steps through slices, with Shift five at a time, with Ctrl it zooms all planes. */
function usePictureWheel({ context, picture, ready, cellId }: PictureInputProps): void {
  const latest = useRef(ready);
  latest.current = ready;
  useEffect(() => {
    const element = picture.current;
    if (element === null) return;
    const viewState = context.use(viewStateToken);
    let rest = 0;
    const onWheel = (event: WheelEvent): void => {
      const now = latest.current;
      if (now === null) return;
      event.preventDefault();
      // With Shift held browsers turn the wheel sideways.
      const delta = event.deltaY === 0 ? event.deltaX : event.deltaY;
      if (event.ctrlKey || event.metaKey) {
        zoomAt(context, cellId, now, { x: event.offsetX, y: event.offsetY }, delta);
        return;
      }
      viewState.set({ activeCellId: cellId });
      const notch = event.deltaMode !== 0 || Math.abs(delta) >= PX_PER_STEP;
      rest = notch ? Math.sign(delta) * PX_PER_STEP : rest + delta;
      const steps = Math.trunc(rest / PX_PER_STEP);
      if (steps === 0) return;
      rest -= steps * PX_PER_STEP;
      // Events come faster than pictures: each one starts from where the last one left off.
      const position = viewState.store.getState().positions[now.scan.id] ?? now.position;
      const by = steps * (event.shiftKey ? FAST : 1);
      viewState.setPosition(now.scan.id, stepPlane(now.volume, position, now.plane, by));
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [context, picture, cellId]);
}

/**
 * Zooms every plane by the same factor. Under the pointer the tissue stays where it is; in the
 * other views the linked place does.
 */
function zoomAt(
  context: ViewportProps['context'],
  cellId: string,
  ready: ReadyPlane,
  at: PointPx,
  delta: number,
): void {
  const { frame, layout, volume, nippleMm, position } = ready;
  const reading = context.use(readingToken);
  const values = reading.store.getState();
  const zoom = clampZoom(values.zoom * 2 ** (-delta / 400));
  for (const [id, { plane }] of Object.entries(values.cells)) {
    const place =
      id === cellId
        ? placeInImage(frame, fromPx(layout, frame, at))
        : linkedPlace(volume, nippleMm, position, plane);
    reading.setPan(id, panKeeping(panOf(values, id), place, values.zoom, zoom));
  }
  reading.setZoom(zoom);
}

/** Home and End on the focused picture; single steps are keys of the mode (`breast-planes.step`). */
function usePictureKeys({ context, picture, ready, cellId }: PictureInputProps): void {
  const latest = useRef(ready);
  latest.current = ready;
  useEffect(() => {
    const element = picture.current;
    if (element === null) return;
    const viewState = context.use(viewStateToken);
    const onKeyDown = (event: KeyboardEvent): void => {
      const now = latest.current;
      if (now === null || (event.key !== 'Home' && event.key !== 'End')) return;
      event.preventDefault();
      const end = event.key === 'Home' ? 'first' : 'last';
      viewState.setPosition(now.scan.id, planeToEnd(now.volume, now.position, now.plane, end));
    };
    const onFocus = (): void => viewState.set({ activeCellId: cellId });
    element.addEventListener('keydown', onKeyDown);
    element.addEventListener('focus', onFocus);
    return () => {
      element.removeEventListener('keydown', onKeyDown);
      element.removeEventListener('focus', onFocus);
    };
  }, [context, picture, cellId]);
}
