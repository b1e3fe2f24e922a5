import { type PointerEvent, type ReactNode, useRef, useState } from 'react';
import { routes } from '#contracts';
import { type ExtensionContext, sessionToken, viewStateToken } from '#core';
import { mmToImage } from '#geometry';
import { useStore } from '#ui';
import { moveNippleTo } from '../../interaction/image-edits.ts';
import { fromPx, type PointPx, toPx } from '../../model/planes/image-layout.ts';
import { DRAG_THRESHOLD_PX } from '../../model/views/drag-threshold.ts';
import type { ReadyPlane } from '../../state/views/ready-image.ts';
import { findingTexts } from '../../texts/finding-texts.ts';
import styles from '../shared/plane-viewport.module.css';

export interface NippleMarkProps {
  readonly context: ExtensionContext;
  readonly ready: ReadyPlane;
}

/**
 * Draws the nipple: a ring with a dot on the coronal, a triangle at the skin on the other planes.
 * A drag moves the nipple in every plane; marks stay on their tissue.
 */
export function NippleMark({ context, ready }: NippleMarkProps): ReactNode {
  const { nippleMm, plane, frame, layout, view } = ready;
  if (nippleMm === null) return null;
  const at = toPx(layout, frame, mmToImage(frame, nippleMm));
  if (at.x < 0 || at.x > view.width) return null;
  const isCoronal = plane === 'COR';
  const sign = isCoronal ? at : { x: at.x, y: Math.max(2, layout.topPx) };
  return (
    <DraggableNipple context={context} ready={ready} at={at} sign={sign} isCoronal={isCoronal} />
  );
}

interface DraggableNippleProps extends NippleMarkProps {
  /** Position of the nipple in px. */
  readonly at: PointPx;
  /** Position of the sign in px: the nipple on the coronal, else above the nipple at the skin. */
  readonly sign: PointPx;
  readonly isCoronal: boolean;
}

function DraggableNipple(props: DraggableNippleProps): ReactNode {
  const { context, at, sign, isCoronal } = props;
  const isFree = useStore(
    context.use(viewStateToken).store,
    ({ activeToolId, isPlacingNipple }) =>
      !isPlacingNipple && (activeToolId === null || activeToolId === 'breast-planes.select'),
  );
  const maySet = context.use(sessionToken).mayCall(routes.setNipple);
  const { dragged, dragHandlers } = useNippleDrag(props);
  const { x, y } = dragged ?? at;
  const labelAt = isCoronal ? { x: x + 18, y: y - 12 } : { x: sign.x + 16, y: sign.y + 8 };
  // Placed beside the sign, so that a click on the nipple itself moves the planes like any other
  // click.
  const handleAt = isCoronal ? { x: x + 8, y: y - 24 } : { x: sign.x - 8, y: sign.y };
  return (
    <g data-testid="nipple-mark" data-dragging={dragged !== null}>
      {isCoronal ? null : <Triangle at={sign} />}
      {isCoronal || dragged !== null ? <Ring at={{ x, y }} /> : null}
      <text className={styles.overlayText} x={labelAt.x} y={labelAt.y}>
        N
      </text>
      {dragged === null ? null : (
        <line x1={at.x} y1={at.y} x2={x} y2={y} stroke="var(--text)" strokeDasharray="3 3" />
      )}
      {isFree && maySet ? (
        <rect
          data-testid="nipple-handle"
          {...handleAt}
          width={isCoronal ? 24 : 32}
          height={isCoronal ? 24 : 20}
          fill="transparent"
          style={{ cursor: 'move', pointerEvents: 'all', touchAction: 'none' }}
          {...dragHandlers}
        >
          <title>{findingTexts.nipple.drag}</title>
        </rect>
      ) : null}
    </g>
  );
}

function Ring({ at: { x, y } }: { readonly at: PointPx }): ReactNode {
  return (
    <>
      <circle className={styles.halo} cx={x} cy={y} r={8} />
      <circle cx={x} cy={y} r={8} fill="none" stroke="var(--text)" />
      <circle cx={x} cy={y} r={1.5} fill="var(--text)" />
    </>
  );
}

function Triangle({ at: { x, y } }: { readonly at: PointPx }): ReactNode {
  return (
    <>
      <line className={styles.halo} x1={x} x2={x} y1={y} y2={y + 14} />
      <path d={`M${x - 6} ${y} h12 l-6 9 z`} fill="var(--text)" stroke="#000" />
    </>
  );
}

/** Drags the nipple from press to release and stops these events before the image receives them. */
function useNippleDrag(props: NippleMarkProps & { readonly at: PointPx }) {
  const { context, ready, at: from } = props;
  const [dragged, setDragged] = useState<PointPx | null>(null);
  const start = useRef<PointPx | null>(null);
  const pointOf = (event: PointerEvent): PointPx | null =>
    start.current === null
      ? null
      : {
          x: from.x + event.clientX - start.current.x,
          y: from.y + event.clientY - start.current.y,
        };
  const isDrag = (point: PointPx): boolean =>
    Math.hypot(point.x - from.x, point.y - from.y) >= DRAG_THRESHOLD_PX;
  const dragHandlers = {
    onPointerDown(event: PointerEvent<SVGElement>) {
      if (event.button !== 0 || event.altKey) return;
      event.stopPropagation();
      event.currentTarget.setPointerCapture(event.pointerId);
      start.current = { x: event.clientX, y: event.clientY };
    },
    onPointerMove(event: PointerEvent<SVGElement>) {
      const point = pointOf(event);
      if (point === null) return;
      event.stopPropagation();
      if (isDrag(point)) setDragged(point);
    },
    onPointerUp(event: PointerEvent<SVGElement>) {
      const point = pointOf(event);
      start.current = null;
      setDragged(null);
      if (point === null) return;
      event.stopPropagation();
      if (isDrag(point)) moveNippleTo(context, ready, fromPx(ready.layout, ready.frame, point));
    },
    onPointerCancel() {
      start.current = null;
      setDragged(null);
    },
  };
  return { dragged, dragHandlers };
}
