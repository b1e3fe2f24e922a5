import { type PointerEvent, type ReactNode, useRef, useState } from 'react';
import { type ExtensionContext, sessionToken, viewStateToken } from '#core';
import { mmToImage } from '#geometry';
import { useStore } from '#ui';
import { fromPx, type PointPx, toPx } from '../model/image-layout.ts';
import type { ReadyPlane } from '../state/ready-image.ts';
import { findingTexts } from '../texts/finding-texts.ts';
import { moveNippleTo } from './picture-edits.ts';
import styles from './plane-viewport.module.css';

export interface NippleMarkProps {
  readonly context: ExtensionContext;
  readonly ready: ReadyPlane;
}

/** A press that moves less is a click. */
const DRAG_PX = 3;

/**
 * The nipple: a ring with a dot on the coronal, a triangle at the face on planes through it. On the
 * coronal it can be taken by the hand; the tissue that marks stand on stays where it is.
 */
export function NippleMark({ context, ready }: NippleMarkProps): ReactNode {
  const { nippleMm, plane, frame, layout, view } = ready;
  if (nippleMm === null) return null;
  const { x, y } = toPx(layout, frame, mmToImage(frame, nippleMm));
  if (x < 0 || x > view.width) return null;
  if (plane === 'COR') return <NippleRing context={context} ready={ready} at={{ x, y }} />;
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

function NippleRing(props: NippleMarkProps & { readonly at: PointPx }): ReactNode {
  const { context, at } = props;
  const free = useStore(
    context.use(viewStateToken).store,
    ({ activeToolId, placingNipple }) =>
      !placingNipple && (activeToolId === null || activeToolId === 'breast-planes.select'),
  );
  const may = context.use(sessionToken).can(['STUDY_CREATE', 'ANTN_CREATE']);
  const { held, hand } = useNippleDrag(props);
  const { x, y } = held ?? at;
  return (
    <g data-testid="nipple-mark" data-held={held !== null}>
      <circle className={styles.halo} cx={x} cy={y} r={8} />
      <circle cx={x} cy={y} r={8} fill="none" stroke="var(--text)" />
      <circle cx={x} cy={y} r={1.5} fill="var(--text)" />
      <text className={styles.word} x={x + 18} y={y - 12}>
        N
      </text>
      {held === null ? null : (
        <line x1={at.x} y1={at.y} x2={x} y2={y} stroke="var(--text)" strokeDasharray="3 3" />
      )}
      {free && may ? (
        // The letter is the handle: a click on the place itself moves the planes there, as anywhere.
        <rect
          data-testid="nipple-handle"
          x={x + 8}
          y={y - 24}
          width={24}
          height={24}
          fill="transparent"
          style={{ cursor: 'move', pointerEvents: 'all', touchAction: 'none' }}
          {...hand}
        >
          <title>{findingTexts.nipple.drag}</title>
        </rect>
      ) : null}
    </g>
  );
}

/** Follows the pointer from press to release; the picture beneath hears nothing of it. */
function useNippleDrag(props: NippleMarkProps & { readonly at: PointPx }) {
  const { context, ready, at: from } = props;
  const [held, setHeld] = useState<PointPx | null>(null);
  const start = useRef<PointPx | null>(null);
  const placeOf = (event: PointerEvent): PointPx | null =>
    start.current === null
      ? null
      : {
          x: from.x + event.clientX - start.current.x,
          y: from.y + event.clientY - start.current.y,
        };
  const isDrag = (place: PointPx): boolean =>
    Math.hypot(place.x - from.x, place.y - from.y) >= DRAG_PX;
  const hand = {
    onPointerDown(event: PointerEvent<SVGElement>) {
      if (event.button !== 0 || event.altKey) return;
      event.stopPropagation();
      event.currentTarget.setPointerCapture(event.pointerId);
      start.current = { x: event.clientX, y: event.clientY };
    },
    onPointerMove(event: PointerEvent<SVGElement>) {
      const place = placeOf(event);
      if (place === null) return;
      event.stopPropagation();
      if (isDrag(place)) setHeld(place);
    },
    onPointerUp(event: PointerEvent<SVGElement>) {
      const place = placeOf(event);
      start.current = null;
      setHeld(null);
      if (place === null) return;
      event.stopPropagation();
      if (isDrag(place)) moveNippleTo(context, ready, fromPx(ready.layout, ready.frame, place));
    },
    onPointerCancel() {
      start.current = null;
      setHeld(null);
    },
  };
  return { held, hand };
}
