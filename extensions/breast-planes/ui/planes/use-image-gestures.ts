import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react';
import type { ImageAdjustment } from '#contracts';
import { studyToken, type ViewportProps, type ViewState, viewStateToken } from '#core';
import { imageToMm, isInsideImage, type Vec3, VOLUME_PLANES } from '#geometry';
import { useStore } from '#ui';
import { DrawInteraction } from '../../interaction/draw-interaction.ts';
import { moveOtherPlanes, setNippleAt } from '../../interaction/image-edits.ts';
import { ImageInteractions } from '../../interaction/image-interactions.ts';
import type {
  ImageInfo,
  MarkPreview,
  PointerKind,
  Unmarkable,
} from '../../interaction/interaction-context.ts';
import { fromPx, type Pan, type PointPx } from '../../model/planes/image-layout.ts';
import { isInSoundField } from '../../model/planes/sound-field.ts';
import { DRAG_THRESHOLD_PX } from '../../model/views/drag-threshold.ts';
import { nipplePlacingToken } from '../../state/views/nipple-placing.ts';
import type { ReadyImage } from '../../state/views/ready-image.ts';
import { spaceHoldToken } from '../../state/views/space-hold.ts';
import { zoomDeps } from '../../state/views/zoom.ts';
import { panOf, type ReadingState, readingToken } from '../../state/volumes/reading-state.ts';
import {
  type AdjustedImage,
  currentAdjustment,
  draggedAdjustment,
  rightDragOf,
  setDraggedWindow,
} from '../controls/drag-window.ts';
import { escapeTarget } from './escape-target.ts';

/** Props of an image that supports pointing and drawing. */
export interface GestureProps
  extends Pick<ViewportProps, 'context' | 'cellId' | 'onToggleMaximise'> {
  readonly imageRef: RefObject<HTMLDivElement | null>;
  readonly ready: ReadyImage | null;
  /** Reason why marks are rejected; absent if marks are possible. */
  readonly unmarkable?: Unmarkable;
  /** Grey levels that the right button changes; absent if the image has none. */
  readonly adjusts?: AdjustedImage;
}

export interface ImageGestures {
  readonly cursor: string;
  readonly preview: MarkPreview;
  readonly handlers: {
    onPointerDown(event: PointerEvent<HTMLElement>): void;
    onPointerMove(event: PointerEvent<HTMLElement>): void;
    onPointerUp(event: PointerEvent<HTMLElement>): void;
    onPointerCancel(event: PointerEvent<HTMLElement>): void;
    onPointerLeave(event: PointerEvent<HTMLElement>): void;
    onDoubleClick(event: MouseEvent<HTMLElement>): void;
    onContextMenu(event: MouseEvent<HTMLElement>): void;
    onKeyDown(event: KeyboardEvent<HTMLElement>): void;
    onKeyUp(event: KeyboardEvent<HTMLElement>): void;
  };
}

/** Action of a pressed button other than drawing and editing. */
type PointerDrag =
  | {
      readonly kind: 'pan';
      readonly fromPx: PointPx;
      /** Pan at the start of the drag. */
      readonly pan: Pan;
      readonly isRightButton: boolean;
    }
  | {
      readonly kind: 'window';
      readonly fromPx: PointPx;
      readonly adjusts: AdjustedImage;
      /** Adjustment at the start of the drag. */
      readonly initial: ImageAdjustment;
      /** True once the pointer has moved further than a click. */
      hasMoved: boolean;
    }
  | { readonly kind: 'move-planes' };

const pointOf = (event: MouseEvent<HTMLElement>): PointPx => {
  const box = event.currentTarget.getBoundingClientRect();
  return { x: event.clientX - box.left, y: event.clientY - box.top };
};

/** Returns false for events in menus and text entries, which are not input of the image. */
const isInImage = ({ currentTarget, target }: MouseEvent | KeyboardEvent): boolean =>
  target instanceof Element &&
  currentTarget.contains(target) &&
  target.closest('input, [role=menu]') === null;

const kindOf = ({ pointerType }: PointerEvent): PointerKind =>
  pointerType === 'touch' ? 'touch' : 'mouse';

const pointMmAt = ({ frame, layout }: ReadyImage, px: PointPx): Vec3 => {
  const { u, v } = fromPx(layout, frame, px);
  return imageToMm(frame, u, v);
};

/** Returns whether the pointer is beside the image, or on a slice outside the sound field. */
function isOutside(
  { plane, frame, layout, volume }: ReadyImage,
  px: PointPx,
  pointMm: Vec3,
): boolean {
  if (!isInsideImage(fromPx(layout, frame, px))) return true;
  const isSlice = VOLUME_PLANES.some((known) => known === plane);
  return isSlice && volume !== null && !isInSoundField(volume, pointMm);
}

function draggedPan(
  { pan, fromPx }: Extract<PointerDrag, { kind: 'pan' }>,
  px: PointPx,
  { layout }: ReadyImage,
): Pan {
  return {
    rightMm: pan.rightMm - (px.x - fromPx.x) / layout.pxPerMm,
    downMm: pan.downMm - (px.y - fromPx.y) / layout.pxPerMm,
  };
}

/** State of an image, for the event handlers created in the same render. */
interface GestureContext {
  readonly props: GestureProps;
  readonly interactions: ImageInteractions;
  readonly viewState: ViewState;
  readonly reading: ReadingState;
  readonly dragRef: RefObject<PointerDrag | null>;
  readonly drawingTool: boolean;
  readonly placing: boolean;
  /**
   * Publishes the location under the pointer; null `px` after the pointer has left. `busy` is true
   * while the pointer draws, edits or drags.
   */
  publishHover(px: PointPx | null, busy: boolean): void;
}

/**
 * Left button: active tool, or nipple placement; with Space: pan. Right drag: grey levels, or pan as
 * the site sets it; right click: menu. Middle drag: pan.
 */
export function useImageGestures(props: GestureProps): ImageGestures {
  const { context } = props;
  const viewState = context.use(viewStateToken);
  const reading = context.use(readingToken);
  const interactions = useInteractions(props);
  const preview = useStore(interactions.store);
  const hasPopup = preview.menu !== null || preview.entry !== null;
  const publishHover = usePublishHover(reading, props, hasPopup);
  const toolId = useStore(viewState.store, (state) => state.activeToolId);
  const placing = useStore(viewState.store, (state) => state.isPlacingNipple);
  const drawingTool = DrawInteraction.isDrawingTool(toolId);
  const dragRef = useRef<PointerDrag | null>(null);
  const gesture = {
    props,
    interactions,
    viewState,
    reading,
    dragRef,
    drawingTool,
    placing,
    publishHover,
  };

  const handlers: ImageGestures['handlers'] = {
    onPointerDown: (event) => pointerDown(gesture, event),
    onPointerMove: (event) => pointerMove(gesture, event),
    onPointerUp: (event) => pointerUp(gesture, event),
    onPointerCancel(event) {
      interactions.pinch.remove(event.pointerId);
      cancelGesture(gesture);
    },
    onPointerLeave() {
      publishHover(null, false);
      interactions.pointerLeave();
    },
    onDoubleClick(event) {
      if (!isInImage(event) || placing) return;
      if (drawingTool) interactions.draw.close();
      else if (!interactions.editTextAt(pointOf(event))) props.onToggleMaximise();
    },
    onContextMenu: (event) => event.preventDefault(),
    onKeyDown(event) {
      if (isInImage(event) && keyDown(gesture, event)) event.preventDefault();
    },
    onKeyUp: (event) => interactions.keyUp(event.key),
  };
  const cursor = placing || drawingTool ? 'crosshair' : CURSOR_OVER[preview.over ?? 'image'];
  return { cursor, preview, handlers };
}

/** CSS cursor by the part under the pointer. */
const CURSOR_OVER = { handle: 'move', mark: 'pointer', image: 'default' } as const;

/** Returns true while a button is pressed or a mark is being drawn or edited. */
const isBusy = ({ interactions }: GestureContext, event: PointerEvent): boolean =>
  event.buttons !== 0 || interactions.draw.busy || interactions.edit.busy;

function cancelGesture({ dragRef, interactions }: GestureContext): void {
  dragRef.current = null;
  interactions.cancelPress();
}

function pointerDown(gesture: GestureContext, event: PointerEvent<HTMLElement>): void {
  const { props, interactions, viewState, reading, dragRef } = gesture;
  const { cellId, ready } = props;
  if (!isInImage(event)) return;
  event.currentTarget.focus({ preventScroll: true });
  viewState.set({ activeCellId: cellId });
  const px = pointOf(event);
  gesture.publishHover(px, true);
  const kind = kindOf(event);
  // Suppresses the mouse events that browsers emulate after touch, because these would take the
  // focus from a text field opened by the tap.
  if (kind === 'touch') event.preventDefault();
  interactions.draw.setShiftHeld(event.shiftKey);
  interactions.menu.suppress();
  if (ready !== null) {
    event.currentTarget.setPointerCapture(event.pointerId);
    if (kind === 'touch' && interactions.pinch.add(event.pointerId, px, ready, reading)) {
      interactions.menu.touchEnd();
      cancelGesture(gesture);
      return;
    }
  }
  const space = props.context.tryUse(spaceHoldToken);
  const isSpaceDrag = event.button === 0 && space?.isHeld() === true;
  if (isSpaceDrag) space?.startDrag();
  if (event.button !== 0 || isSpaceDrag) {
    dragRef.current = startDrag(gesture, event.button === 2, px);
    return;
  }
  if (kind === 'touch') interactions.menu.touchDown(px, () => cancelGesture(gesture));
  press(gesture, px, kind);
}

function startDrag(
  { props, reading }: GestureContext,
  isRightButton: boolean,
  fromPx: PointPx,
): PointerDrag {
  const { context, cellId, adjusts } = props;
  if (isRightButton && adjusts !== undefined && rightDragOf(context) === 'window') {
    const initial = currentAdjustment(context, adjusts);
    return { kind: 'window', fromPx, adjusts, initial, hasMoved: false };
  }
  return { kind: 'pan', fromPx, pan: panOf(reading.store.getState(), cellId), isRightButton };
}

function dragWindow(
  context: GestureProps['context'],
  drag: Extract<PointerDrag, { kind: 'window' }>,
  px: PointPx,
): void {
  const moved = { x: px.x - drag.fromPx.x, y: px.y - drag.fromPx.y };
  drag.hasMoved ||= Math.hypot(moved.x, moved.y) >= DRAG_THRESHOLD_PX;
  if (drag.hasMoved)
    setDraggedWindow(context, drag.adjusts, draggedAdjustment(drag.initial, moved));
}

function press(gesture: GestureContext, px: PointPx, kind: PointerKind): void {
  const { props, interactions, dragRef, drawingTool, placing } = gesture;
  const { context, ready } = props;
  if (ready !== null && placing) {
    // The second press of a double click was meant for the breast before.
    if (context.tryUse(nipplePlacingToken)?.hasJustSwitched() === true) return;
    setNippleAt(context, ready, fromPx(ready.layout, ready.frame, px));
  } else if (drawingTool) {
    interactions.draw.press(px, kind);
  } else if (ready !== null && !interactions.edit.press(px, kind)) {
    dragRef.current = { kind: 'move-planes' };
    context.use(studyToken).selectFinding(null);
    moveOtherPlanes(context, ready, fromPx(ready.layout, ready.frame, px));
  }
}

/** Handles a key press; returns true if the key acted on the image. */
function keyDown(
  { props, interactions, drawingTool, placing }: GestureContext,
  event: KeyboardEvent,
): boolean {
  const { context, ready } = props;
  // Space held for a pan repeats; only a new press sets a point.
  if (event.repeat && (event.key === ' ' || event.key === 'Enter')) return true;
  return placing && ready !== null
    ? interactions.cursorKeyDown(event, (at) => setNippleAt(context, ready, at))
    : interactions.keyDown(event, drawingTool);
}

function pointerMove(gesture: GestureContext, event: PointerEvent<HTMLElement>): void {
  const { props, interactions, reading, dragRef, drawingTool, placing } = gesture;
  const { context, cellId, ready } = props;
  if (ready === null || !isInImage(event)) return;
  const px = pointOf(event);
  const kind = kindOf(event);
  interactions.draw.setShiftHeld(event.shiftKey);
  gesture.publishHover(px, isBusy(gesture, event));
  if (
    kind === 'touch' &&
    interactions.pinch.move(event.pointerId, px, cellId, ready, zoomDeps(context))
  )
    return;
  const drag = dragRef.current;
  if (drag?.kind === 'move-planes')
    moveOtherPlanes(context, ready, fromPx(ready.layout, ready.frame, px));
  if (drag?.kind === 'pan') reading.setPan(cellId, draggedPan(drag, px, ready));
  if (drag?.kind === 'window') dragWindow(context, drag, px);
  interactions.move(px, kind, event.buttons === 0 && !drawingTool && !placing);
}

function pointerUp(gesture: GestureContext, event: PointerEvent<HTMLElement>): void {
  const { interactions, dragRef } = gesture;
  const drag = dragRef.current;
  dragRef.current = null;
  interactions.menu.touchEnd();
  if (interactions.pinch.remove(event.pointerId) || !isInImage(event)) return;
  const px = pointOf(event);
  gesture.publishHover(px, isBusy(gesture, event));
  if (isRightClick(drag, px)) interactions.menu.rightClick(px);
  if (event.button !== 0 || drag?.kind === 'pan') return;
  interactions.draw.setShiftHeld(event.shiftKey);
  interactions.draw.release(px, kindOf(event));
  interactions.edit.release();
  interactions.menu.suppress();
}

/** Returns true if the released right button was pressed without a drag. */
function isRightClick(drag: PointerDrag | null, px: PointPx): boolean {
  if (drag?.kind === 'window') return !drag.hasMoved;
  if (drag?.kind !== 'pan' || !drag.isRightButton) return false;
  return Math.hypot(px.x - drag.fromPx.x, px.y - drag.fromPx.y) < DRAG_THRESHOLD_PX;
}

/**
 * Creates the interactions of this image, which always read the latest props; Escape cancels them.
 */
function useInteractions(props: GestureProps): ImageInteractions {
  const { context, cellId } = props;
  const latest = useRef(props);
  latest.current = props;
  const interactions = useMemo(() => {
    const imageInfo = (): ImageInfo => {
      const { ready, unmarkable = null, imageRef } = latest.current;
      const hasCanvas = (imageRef.current?.querySelector('canvas') ?? null) !== null;
      const complete = ready !== null && hasCanvas && isComplete(context.use(readingToken), ready);
      return { context, cellId, ready, unmarkable, complete };
    };
    return new ImageInteractions(imageInfo);
  }, [context, cellId]);
  const { store } = context.use(viewStateToken);
  useEffect(
    () =>
      store.subscribe((state, previous) => {
        if (state.activeToolId !== previous.activeToolId) interactions.endDrawing();
      }),
    [interactions, store],
  );
  const frame = props.ready?.frame ?? null;
  // Runs before the next event, so that no further point is set in another image.
  useLayoutEffect(() => interactions.draw.imageChanged(frame), [interactions, frame]);
  // Runs before React removes the image, without which nothing can be saved.
  useLayoutEffect(() => () => interactions.endDrawing(), [interactions]);
  // A reload keeps findings that the server has not acknowledged, but no drawing.
  useEffect(() => {
    const onPageHide = (): void => interactions.endDrawing();
    window.addEventListener('pagehide', onPageHide);
    return () => window.removeEventListener('pagehide', onPageHide);
  }, [interactions]);
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      const where = escapeTarget(event.target, latest.current.imageRef.current);
      if (where !== 'other' && interactions.escape(where === 'image')) event.stopPropagation();
    };
    window.addEventListener('keydown', onKeyDown, true);
    return () => {
      window.removeEventListener('keydown', onKeyDown, true);
      interactions.dispose();
    };
  }, [interactions]);
  return interactions;
}

/** Returns true if all voxels of a slice are loaded; a shown raw frame is always complete. */
function isComplete(reading: ReadingState, { plane, scan }: ReadyImage): boolean {
  const isSlice = VOLUME_PLANES.some((known) => known === plane);
  return !isSlice || reading.store.getState().volumes[scan.id]?.status === 'complete';
}

/**
 * Returns a function that publishes the location under the pointer; publishes it again when the image
 * moves under a resting pointer.
 */
function usePublishHover(
  reading: ReadingState,
  { ready, cellId }: GestureProps,
  hasPopup: boolean,
): GestureContext['publishHover'] {
  const pointer = useRef<{ readonly px: PointPx; readonly busy: boolean } | null>(null);
  const updateHover = useCallback((): void => {
    // A single image has no location that other views could show.
    if (pointer.current === null || ready === null || ready.volume === null) {
      reading.setHover(null);
      return;
    }
    const { px, busy } = pointer.current;
    const pointMm = pointMmAt(ready, px);
    const outside = isOutside(ready, px, pointMm);
    reading.setHover({ scanId: ready.scan.id, pointMm, outside, cellId, busy: busy || hasPopup });
  }, [reading, ready, cellId, hasPopup]);
  useEffect(() => {
    if (ready !== null && pointer.current !== null) updateHover();
  }, [ready, updateHover]);
  return (px, busy) => {
    pointer.current = px === null ? null : { px, busy };
    updateHover();
  };
}
