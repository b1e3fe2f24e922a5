import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useMemo,
  useRef,
} from 'react';
import { studyToken, type ViewportProps, type ViewState, viewStateToken } from '#core';
import { imageToMm, type Vec3, VOLUME_PLANES } from '#geometry';
import { useStore } from '#ui';
import { DrawHand } from '../../interaction/draw-hand.ts';
import type { MarkPreview, PictureFacts, PointerKind, Unmarkable } from '../../interaction/hand.ts';
import { moveOthers, setNippleAt } from '../../interaction/picture-edits.ts';
import { PictureHands } from '../../interaction/picture-hands.ts';
import { fromPx, type Pan, type PointPx } from '../../model/planes/image-layout.ts';
import type { ReadyImage } from '../../state/views/ready-image.ts';
import { zoomParts } from '../../state/views/zoom.ts';
import { panOf, type ReadingState, readingToken } from '../../state/volumes/reading-state.ts';

/** A picture on which somebody can point and draw. */
export interface GestureProps
  extends Pick<ViewportProps, 'context' | 'cellId' | 'onToggleMaximise'> {
  readonly picture: RefObject<HTMLDivElement | null>;
  readonly ready: ReadyImage | null;
  /** Why no mark can be kept here; absent: marks can be. */
  readonly unmarkable?: Unmarkable;
}

export interface PictureGestures {
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

/** What a held button does beside drawing and editing, until it is let go. */
type Hold =
  | { readonly kind: 'pan'; readonly fromPx: PointPx; readonly pan: Pan; readonly right: boolean }
  | { readonly kind: 'select' };

/** A right button that moves less asks for the menu. */
const CLICK_PX = 4;

const pointOf = (event: MouseEvent<HTMLElement>): PointPx => {
  const box = event.currentTarget.getBoundingClientRect();
  return { x: event.clientX - box.left, y: event.clientY - box.top };
};

/** Menus and entries are drawn elsewhere; what is done in them is not done in the picture. */
const isInPicture = ({ currentTarget, target }: MouseEvent | KeyboardEvent): boolean =>
  target instanceof Element &&
  currentTarget.contains(target) &&
  target.closest('input, [role=menu]') === null;

const kindOf = ({ pointerType }: PointerEvent): PointerKind =>
  pointerType === 'touch' ? 'touch' : 'mouse';

const placeAt = ({ frame, layout }: ReadyImage, px: PointPx): Vec3 => {
  const { u, v } = fromPx(layout, frame, px);
  return imageToMm(frame, u, v);
};

function draggedPan(
  { pan, fromPx }: Extract<Hold, { kind: 'pan' }>,
  px: PointPx,
  { layout }: ReadyImage,
): Pan {
  return {
    rightMm: pan.rightMm - (px.x - fromPx.x) / layout.pxPerMm,
    downMm: pan.downMm - (px.y - fromPx.y) / layout.pxPerMm,
  };
}

/** What the handlers of a picture work with at one draw of it. */
interface Grip {
  readonly props: GestureProps;
  readonly hands: PictureHands;
  readonly viewState: ViewState;
  readonly reading: ReadingState;
  readonly hold: RefObject<Hold | null>;
  readonly drawingTool: boolean;
  readonly placing: boolean;
  /** `busy`: the hand does something there, it does not just look. */
  pointAt(px: PointPx | null, busy: boolean): void;
}

/** Left: the active tool, or the nipple while it is being set. Right or middle: pan; right click: menu. */
export function usePictureGestures(props: GestureProps): PictureGestures {
  const { context } = props;
  const viewState = context.use(viewStateToken);
  const reading = context.use(readingToken);
  const hands = useHands(props);
  const preview = useStore(hands.store);
  const hasPopup = preview.menu !== null || preview.entry !== null;
  const pointAt = usePlaceUnderPointer(reading, props, hasPopup);
  const toolId = useStore(viewState.store, (state) => state.activeToolId);
  const placing = useStore(viewState.store, (state) => state.placingNipple);
  const drawingTool = DrawHand.isChosen(toolId);
  const hold = useRef<Hold | null>(null);
  const grip = { props, hands, viewState, reading, hold, drawingTool, placing, pointAt };

  const handlers: PictureGestures['handlers'] = {
    onPointerDown: (event) => pointerDown(grip, event),
    onPointerMove: (event) => pointerMove(grip, event),
    onPointerUp: (event) => pointerUp(grip, event),
    onPointerCancel(event) {
      hands.fingers.lift(event.pointerId);
      letGo(grip);
    },
    onPointerLeave() {
      pointAt(null, false);
      hands.leave();
    },
    onDoubleClick(event) {
      if (!isInPicture(event) || placing) return;
      if (drawingTool) hands.draw.close();
      else if (!hands.editWordsAt(pointOf(event))) props.onToggleMaximise();
    },
    onContextMenu: (event) => event.preventDefault(),
    onKeyDown(event) {
      if (isInPicture(event) && keyDown(grip, event)) event.preventDefault();
    },
    onKeyUp: (event) => hands.keyUp(event.key),
  };
  const pointing =
    preview.over === null ? 'default' : preview.over === 'handle' ? 'move' : 'pointer';
  return { cursor: placing || drawingTool ? 'crosshair' : pointing, preview, handlers };
}

/** A button is held, or points of a mark are set one by one. */
const isBusy = ({ hands }: Grip, event: PointerEvent): boolean =>
  event.buttons !== 0 || hands.draw.busy || hands.edit.busy;

function letGo({ hold, hands }: Grip): void {
  hold.current = null;
  hands.cancel();
}

function pointerDown(grip: Grip, event: PointerEvent<HTMLElement>): void {
  const { props, hands, viewState, reading, hold } = grip;
  const { cellId, ready } = props;
  if (!isInPicture(event)) return;
  event.currentTarget.focus({ preventScroll: true });
  viewState.set({ activeCellId: cellId });
  const px = pointOf(event);
  grip.pointAt(px, true);
  const kind = kindOf(event);
  // The mouse that browsers play after a finger would take the focus from a field that the tap opened.
  if (kind === 'touch') event.preventDefault();
  hands.draw.hold(event.shiftKey);
  hands.menu.spend();
  if (ready !== null) {
    event.currentTarget.setPointerCapture(event.pointerId);
    if (kind === 'touch' && hands.fingers.put(event.pointerId, px, ready, reading)) {
      hands.menu.touchEnd();
      letGo(grip);
      return;
    }
  }
  if (event.button !== 0) {
    const pan = panOf(reading.store.getState(), cellId);
    hold.current = { kind: 'pan', fromPx: px, pan, right: event.button === 2 };
    return;
  }
  if (kind === 'touch') hands.menu.touchDown(px, () => letGo(grip));
  press(grip, px, kind);
}

function press(grip: Grip, px: PointPx, kind: PointerKind): void {
  const { props, hands, hold, drawingTool, placing } = grip;
  const { context, ready } = props;
  if (ready !== null && placing) {
    setNippleAt(context, ready, fromPx(ready.layout, ready.frame, px));
  } else if (drawingTool) {
    hands.draw.press(px, kind);
  } else if (ready !== null && !hands.edit.press(px, kind)) {
    hold.current = { kind: 'select' };
    context.use(studyToken).selectFinding(null);
    moveOthers(context, ready, fromPx(ready.layout, ready.frame, px));
  }
}

/** Whether the key was meant for what hands do in the picture. */
function keyDown({ props, hands, drawingTool, placing }: Grip, event: KeyboardEvent): boolean {
  const { context, ready } = props;
  return placing && ready !== null
    ? hands.placeKey(event, (at) => setNippleAt(context, ready, at))
    : hands.keyDown(event, drawingTool);
}

function pointerMove(grip: Grip, event: PointerEvent<HTMLElement>): void {
  const { props, hands, reading, hold, drawingTool, placing } = grip;
  const { context, cellId, ready } = props;
  if (ready === null || !isInPicture(event)) return;
  const px = pointOf(event);
  const kind = kindOf(event);
  hands.draw.hold(event.shiftKey);
  grip.pointAt(px, isBusy(grip, event));
  if (
    kind === 'touch' &&
    hands.fingers.move(event.pointerId, px, cellId, ready, zoomParts(context))
  )
    return;
  const held = hold.current;
  if (held?.kind === 'select') moveOthers(context, ready, fromPx(ready.layout, ready.frame, px));
  if (held?.kind === 'pan') reading.setPan(cellId, draggedPan(held, px, ready));
  hands.move(px, kind, event.buttons === 0 && !drawingTool && !placing);
}

function pointerUp(grip: Grip, event: PointerEvent<HTMLElement>): void {
  const { hands, hold } = grip;
  const held = hold.current;
  hold.current = null;
  hands.menu.touchEnd();
  if (hands.fingers.lift(event.pointerId) || !isInPicture(event)) return;
  const px = pointOf(event);
  grip.pointAt(px, isBusy(grip, event));
  const still =
    held?.kind === 'pan' && Math.hypot(px.x - held.fromPx.x, px.y - held.fromPx.y) < CLICK_PX;
  if (still && held.right) hands.menu.rightClick(px);
  if (event.button !== 0) return;
  hands.draw.hold(event.shiftKey);
  hands.draw.release(px, kindOf(event));
  hands.edit.release();
  hands.menu.spend();
}

/** The hands of this picture, which always see it as it is now; Escape drops what they do. */
function useHands(props: GestureProps): PictureHands {
  const { context, cellId } = props;
  const latest = useRef(props);
  latest.current = props;
  const hands = useMemo(() => {
    const facts = (): PictureFacts => {
      const { ready, unmarkable = null, picture } = latest.current;
      const hasCanvas = (picture.current?.querySelector('canvas') ?? null) !== null;
      const complete = ready !== null && hasCanvas && isComplete(context.use(readingToken), ready);
      return { context, cellId, ready, unmarkable, complete };
    };
    return new PictureHands(facts);
  }, [context, cellId]);
  const toolId = useStore(context.use(viewStateToken).store, (state) => state.activeToolId);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tool drops what this one did
  useEffect(() => {
    hands.cancel();
  }, [hands, toolId]);
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      const { target } = event;
      const picture = latest.current.picture.current;
      const focused = target instanceof Node && picture?.contains(target) === true;
      if (hands.escape(focused)) event.stopPropagation();
    };
    window.addEventListener('keydown', onKeyDown, true);
    return () => {
      window.removeEventListener('keydown', onKeyDown, true);
      hands.dispose();
    };
  }, [hands]);
  return hands;
}

/** All voxels of a cut are here; a raw frame that is shown is whole. */
function isComplete(reading: ReadingState, { plane, scan }: ReadyImage): boolean {
  const cut = VOLUME_PLANES.some((known) => known === plane);
  return !cut || reading.store.getState().volumes[scan.id]?.status === 'complete';
}

/** Tells the place under the pointer, also when the picture moves beneath a pointer that rests. */
function usePlaceUnderPointer(
  reading: ReadingState,
  { ready, cellId }: GestureProps,
  hasPopup: boolean,
): Grip['pointAt'] {
  const pointer = useRef<{ readonly px: PointPx; readonly busy: boolean } | null>(null);
  const tell = (): void => {
    const now = pointer.current;
    reading.setHover(
      now === null || ready === null
        ? null
        : {
            scanId: ready.scan.id,
            pointMm: placeAt(ready, now.px),
            cellId,
            busy: now.busy || hasPopup,
          },
    );
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: tells what these are now
  useEffect(() => {
    if (ready !== null && pointer.current !== null) tell();
  }, [reading, ready, cellId, hasPopup]);
  return (px, busy) => {
    pointer.current = px === null ? null : { px, busy };
    tell();
  };
}
