import { type MouseEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import {
  type ExtensionContext,
  type Shape,
  studyToken,
  type ToolPoint,
  viewStateToken,
} from '#core';
import { imageToMm, type Vec3 } from '#geometry';
import { useStore } from '#ui';
import { fromPx, type Pan, type PointPx, sameFrame } from '../model/image-layout.ts';
import { positionAfterClick } from '../model/linked-position.ts';
import { type LengthGesture, lengthTool } from '../state/length-tool.ts';
import { panOf, type ReadingState, readingToken } from '../state/reading-state.ts';
import type { ReadyPlane } from '../state/ready-image.ts';
import { mayDraw, saveLength, setNippleAt } from './picture-edits.ts';
import type { PictureInputProps } from './use-picture-input.ts';

export interface PictureGestures {
  readonly cursor: string;
  readonly preview: readonly Shape[];
  readonly handlers: {
    onPointerDown(event: PointerEvent<HTMLElement>): void;
    onPointerMove(event: PointerEvent<HTMLElement>): void;
    onPointerUp(event: PointerEvent<HTMLElement>): void;
    onPointerCancel(): void;
    onPointerLeave(): void;
    onDoubleClick(): void;
    onContextMenu(event: MouseEvent<HTMLElement>): void;
  };
}

/** What a held button does until it is let go. */
type Hold =
  | { readonly kind: 'pan'; readonly fromPx: PointPx; readonly pan: Pan }
  | { readonly kind: 'select' }
  | { readonly kind: 'draw'; readonly fromPx: PointPx };

/** A press that moves less is a click: the length then waits for a second one. */
const DRAG_PX = 4;

const pointOf = (event: PointerEvent<HTMLElement>): PointPx => {
  const box = event.currentTarget.getBoundingClientRect();
  return { x: event.clientX - box.left, y: event.clientY - box.top };
};

const toolPoint = ({ plane, frame, layout }: ReadyPlane, px: PointPx): ToolPoint => ({
  plane,
  frame,
  at: fromPx(layout, frame, px),
});

const placeAt = ({ frame, layout }: ReadyPlane, px: PointPx): Vec3 => {
  const { u, v } = fromPx(layout, frame, px);
  return imageToMm(frame, u, v);
};

/** Every other plane goes through the place under the pointer. */
function moveOthers(context: ExtensionContext, at: ReadyPlane, px: PointPx): void {
  const { volume, nippleMm, position, scan, plane } = at;
  const moved = positionAfterClick(volume, nippleMm, position, plane, placeAt(at, px));
  context.use(viewStateToken).setPosition(scan.id, moved);
}

function draggedPan(
  { pan, fromPx }: Extract<Hold, { kind: 'pan' }>,
  px: PointPx,
  { layout }: ReadyPlane,
): Pan {
  return {
    rightMm: pan.rightMm - (px.x - fromPx.x) / layout.pxPerMm,
    downMm: pan.downMm - (px.y - fromPx.y) / layout.pxPerMm,
  };
}

/** Left: the active tool, or the nipple while it is being set. Right or middle: pan. */
export function usePictureGestures(props: PictureInputProps): PictureGestures {
  const { context, cellId, ready } = props;
  const viewState = context.use(viewStateToken);
  const reading = context.use(readingToken);
  const pointAt = usePlaceUnderPointer(reading, ready);
  const drawingTool = useStore(viewState.store, (s) => s.activeToolId === lengthTool.id);
  const placing = useStore(viewState.store, (s) => s.placingNipple);
  const hold = useRef<Hold | null>(null);
  const [drawing, setDrawing] = useDrawing(drawingTool);

  const finish = (plane: ReadyPlane, gesture: LengthGesture): void => {
    setDrawing(null);
    saveLength(context, plane, gesture);
  };
  const press = (plane: ReadyPlane, px: PointPx): void => {
    if (placing) {
      setNippleAt(context, plane, placeAt(plane, px));
    } else if (!drawingTool) {
      hold.current = { kind: 'select' };
      context.use(studyToken).selectFinding(null);
      moveOthers(context, plane, px);
    } else if (drawing !== null) {
      setDrawing(lengthTool.move(drawing, toolPoint(plane, px)));
      hold.current = { kind: 'draw', fromPx: { x: Number.NEGATIVE_INFINITY, y: 0 } };
    } else if (mayDraw(context, plane.scan.id)) {
      setDrawing(lengthTool.begin(toolPoint(plane, px)));
      hold.current = { kind: 'draw', fromPx: px };
    }
  };
  const drag = (plane: ReadyPlane, px: PointPx): void => {
    const held = hold.current;
    if (held?.kind === 'select') moveOthers(context, plane, px);
    if (held?.kind === 'pan') reading.setPan(cellId, draggedPan(held, px, plane));
    if (drawing !== null) setDrawing(lengthTool.move(drawing, toolPoint(plane, px)));
  };

  const handlers: PictureGestures['handlers'] = {
    onPointerDown(event) {
      event.currentTarget.focus({ preventScroll: true });
      viewState.set({ activeCellId: cellId });
      if (ready === null) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      const px = pointOf(event);
      if (event.button === 0) press(ready, px);
      else hold.current = { kind: 'pan', fromPx: px, pan: panOf(reading.store.getState(), cellId) };
    },
    onPointerMove(event) {
      if (ready === null) return;
      const px = pointOf(event);
      pointAt(px);
      drag(ready, px);
    },
    onPointerUp(event) {
      const held = hold.current;
      hold.current = null;
      if (ready === null || held?.kind !== 'draw' || drawing === null) return;
      const px = pointOf(event);
      const moved = Math.hypot(px.x - held.fromPx.x, px.y - held.fromPx.y) >= DRAG_PX;
      if (moved) finish(ready, lengthTool.move(drawing, toolPoint(ready, px)));
    },
    onPointerCancel() {
      hold.current = null;
      setDrawing(null);
    },
    onPointerLeave: () => pointAt(null),
    onDoubleClick() {
      if (!drawingTool && !placing) props.onToggleMaximise();
    },
    onContextMenu: (event) => event.preventDefault(),
  };
  const still = drawing !== null && ready !== null && sameFrame(drawing.frame, ready.frame);
  return {
    cursor: placing || drawingTool ? 'crosshair' : 'default',
    preview: still ? lengthTool.preview(drawing) : [],
    handlers,
  };
}

/** Tells the place under the pointer, also when the picture moves beneath a pointer that rests. */
function usePlaceUnderPointer(
  reading: ReadingState,
  ready: ReadyPlane | null,
): (px: PointPx | null) => void {
  const pointerPx = useRef<PointPx | null>(null);
  useEffect(() => {
    if (ready !== null && pointerPx.current !== null) {
      reading.setHover(placeAt(ready, pointerPx.current));
    }
  }, [reading, ready]);
  return (px) => {
    pointerPx.current = px;
    reading.setHover(px === null || ready === null ? null : placeAt(ready, px));
  };
}

/** The length being drawn; Escape and another tool drop it without a trace. */
function useDrawing(
  toolActive: boolean,
): readonly [LengthGesture | null, (gesture: LengthGesture | null) => void] {
  const [drawing, setDrawing] = useState<LengthGesture | null>(null);
  const busy = drawing !== null;
  useEffect(() => {
    if (!toolActive) setDrawing(null);
  }, [toolActive]);
  useEffect(() => {
    if (!busy) return;
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      setDrawing(null);
    };
    window.addEventListener('keydown', onKeyDown, true);
    return () => window.removeEventListener('keydown', onKeyDown, true);
  }, [busy]);
  return [drawing, setDrawing];
}
