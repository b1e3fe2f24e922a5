import { type PointerEvent, type ReactNode, useRef } from 'react';
import { type ExtensionContext, studyToken, viewStateToken } from '#core';
import {
  clockAngleDeg,
  imageToMm,
  mmToImage,
  radialCentreMm,
  radialDirection,
  rotationAxisMm,
  type VolumePlane,
} from '#geometry';
import { classNames, useStore } from '#ui';
import { type PointerKind, selectableMarksIn } from '../../interaction/interaction-context.ts';
import { fromPx, type PointPx, toPx } from '../../model/planes/image-layout.ts';
import {
  positionAfterClick,
  positionKey,
  positionThrough,
  withPlaneAt,
} from '../../model/planes/linked-position.ts';
import { PLANE_TITLE } from '../../model/planes/plane-text.ts';
import type { ReferenceLine } from '../../model/planes/reference-lines.ts';
import { clampToSoundField } from '../../model/planes/sound-field.ts';
import { DRAG_THRESHOLD_PX } from '../../model/views/drag-threshold.ts';
import { PROXIMITY_PX } from '../../state/findings/mark-hit.ts';
import { markAt } from '../../state/findings/visible-marks.ts';
import type { ReadyPlane } from '../../state/views/ready-image.ts';
import { viewTexts } from '../../texts/view-texts.ts';
import styles from '../controls/view-controls.module.css';
import planeStyles from '../shared/plane-viewport.module.css';
import { lineSlider } from './line-slider.ts';

interface OverlayDragHandlesProps {
  readonly context: ExtensionContext;
  readonly ready: ReadyPlane;
  readonly lines: readonly ReferenceLine[];
  /** True while the pointer is on a mark. */
  readonly onMark: boolean;
}

type DragHandleProps = Omit<OverlayDragHandlesProps, 'lines'>;

/**
 * Drag handles of an image: plane lines and clock ring; none while a tool draws or the nipple is
 * being placed.
 */
export function OverlayDragHandles({ lines, ...props }: OverlayDragHandlesProps): ReactNode {
  const { context, ready } = props;
  const isFree = useStore(
    context.use(viewStateToken).store,
    ({ activeToolId, isPlacingNipple }) =>
      !isPlacingNipple && (activeToolId === null || activeToolId === 'breast-planes.select'),
  );
  if (!isFree) return null;
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: each line has its own name
    <svg className={classNames(planeStyles.overlay, styles.dragHandles)} data-screen-only="">
      {lines.map((line) => (
        <LineDragHandle key={line.plane} {...props} line={line} />
      ))}
      {ready.plane === 'COR' ? <RingDragHandle {...props} /> : null}
    </svg>
  );
}

/**
 * Returns event handlers that call `move` during a drag, or once after a click, and stop these events
 * before the image receives them. A press on a mark goes to the image, because the lines of planes
 * through the selected finding cross its handles.
 */
function useDrag(
  { context, ready }: DragHandleProps,
  move: (at: PointPx, isClick: boolean) => void,
) {
  const start = useRef<PointPx | null>(null);
  const dragged = useRef(false);
  const pointOf = (event: PointerEvent<SVGElement>): PointPx => {
    const box = event.currentTarget.ownerSVGElement?.getBoundingClientRect();
    return { x: event.clientX - (box?.left ?? 0), y: event.clientY - (box?.top ?? 0) };
  };
  return {
    onPointerDown(event: PointerEvent<SVGElement>) {
      const kind = event.pointerType === 'touch' ? 'touch' : 'mouse';
      // A second finger starts a pinch, even on a line that the first finger has moved there.
      if (kind === 'touch' && !event.isPrimary) return;
      if (event.button !== 0 || event.altKey || isOnMark(context, ready, pointOf(event), kind))
        return;
      event.stopPropagation();
      event.currentTarget.setPointerCapture(event.pointerId);
      start.current = pointOf(event);
      dragged.current = false;
    },
    onPointerMove(event: PointerEvent<SVGElement>) {
      if (start.current === null) return;
      event.stopPropagation();
      const at = pointOf(event);
      const isDrag =
        Math.hypot(at.x - start.current.x, at.y - start.current.y) >= DRAG_THRESHOLD_PX;
      dragged.current ||= isDrag;
      if (dragged.current) move(at, false);
    },
    onPointerUp(event: PointerEvent<SVGElement>) {
      if (start.current === null) return;
      event.stopPropagation();
      start.current = null;
      if (!dragged.current) move(pointOf(event), true);
    },
    onPointerCancel() {
      start.current = null;
    },
  };
}

function isOnMark(
  context: ExtensionContext,
  ready: ReadyPlane,
  px: PointPx,
  kind: PointerKind,
): boolean {
  const { selectedFindingId } = context.use(studyToken).store.getState();
  const hit = markAt(
    selectableMarksIn(context, ready),
    ready,
    px,
    PROXIMITY_PX[kind],
    selectedFindingId,
  );
  // A touch beside a mark drags the line unless it hits a handle, because the hit radius of touch is
  // large.
  return hit !== null && (hit.handle !== null || hit.distancePx <= PROXIMITY_PX.mouse);
}

/**
 * Drag handle of another plane's line: a drag moves that plane, a click moves the planes like any
 * click in the image.
 */
function LineDragHandle(props: DragHandleProps & { readonly line: ReferenceLine }): ReactNode {
  const { context, ready, line, onMark } = props;
  const view = context.use(viewStateToken);
  const drag = useDrag(props, (px, isClick) => {
    const { volume, nippleMm, scan, frame, layout, plane } = ready;
    const position = view.store.getState().positions[scan.id] ?? ready.position;
    const { u, v } = fromPx(layout, frame, px);
    const pointMm = clampToSoundField(volume, frame, imageToMm(frame, u, v));
    if (isClick) {
      view.setPosition(scan.id, positionAfterClick(volume, nippleMm, position, plane, pointMm));
      return;
    }
    const through = positionThrough(volume, nippleMm, pointMm, position.rad);
    const key = positionKey(line.plane);
    view.setPosition(scan.id, withPlaneAt(volume, position, line.plane, through[key]));
  });
  const d = line.segments.map(({ from, to }) => `M${from.x} ${from.y}L${to.x} ${to.y}`).join('');
  return (
    <>
      <path
        className={styles.dragHandle}
        data-testid={`line-hand-${line.plane}`}
        d={d}
        style={{ cursor: onMark ? 'inherit' : cursorOf(line.plane, ready.plane) }}
        {...lineSlider(view, ready, line.plane, viewTexts.lineOf(PLANE_TITLE[line.plane]))}
        {...drag}
      />
      <path className={styles.dragHandleFocus} d={d} />
    </>
  );
}

/** Returns the CSS cursor over the line of plane `line` in the view of plane `view`. */
function cursorOf(line: VolumePlane, view: VolumePlane): string {
  if (line === 'RAD') return 'grab';
  const isHorizontal = line === 'COR' || (view === 'COR' && line === 'TRA');
  return isHorizontal ? 'ns-resize' : 'ew-resize';
}

/** Distance in px between the sound field and the centre of the ring's numbers. */
const RING_PX = 14;

/** Clock ring that turns the radial plane, with a small triangle at the current angle. */
function RingDragHandle(props: DragHandleProps): ReactNode {
  const { context, ready } = props;
  const view = context.use(viewStateToken);
  const { volume, nippleMm, frame, layout, position, view: size } = ready;
  const centreMm = radialCentreMm(volume, nippleMm);
  const centre = toPx(layout, frame, mmToImage(frame, [centreMm.x, 0, centreMm.z]));
  const axis = rotationAxisMm(volume);
  const offsetMm = Math.hypot(centreMm.x - axis.x, centreMm.z - axis.z);
  const radius = (volume.coverageRadiusMm + offsetMm) * layout.pxPerMm + RING_PX;
  const drag = useDrag(props, (px) => {
    const current = view.store.getState().positions[ready.scan.id] ?? position;
    const rad = clockAngleDeg(px.x - centre.x, centre.y - px.y);
    view.setPosition(ready.scan.id, withPlaneAt(volume, current, 'RAD', rad));
  });
  const [dx, , dz] = radialDirection(position.rad);
  const tip = { x: centre.x + dx * (radius - 2), y: centre.y - dz * (radius - 2) };
  /** Returns a corner of the triangle: 9 px outwards from its tip and `sidePx` to the side. */
  const outerCorner = (sidePx: number): PointPx => ({
    x: tip.x + dx * 9 + dz * sidePx,
    y: tip.y - dz * 9 + dx * sidePx,
  });
  const [left, right] = [outerCorner(-5), outerCorner(5)];
  const isInside = tip.x > 12 && tip.x < size.width - 12 && tip.y > 12 && tip.y < size.height - 12;
  return (
    <g>
      {isInside ? (
        <path
          className={styles.ringPointer}
          d={`M${tip.x} ${tip.y}L${left.x} ${left.y}L${right.x} ${right.y}Z`}
        />
      ) : null}
      <circle
        className={styles.ringDragHandle}
        data-testid="ring-hand"
        cx={centre.x}
        cy={centre.y}
        r={radius}
        {...lineSlider(view, ready, 'RAD', viewTexts.ringName)}
        {...drag}
      >
        <title>{viewTexts.ring}</title>
      </circle>
      <circle className={styles.dragHandleFocus} cx={centre.x} cy={centre.y} r={radius} />
    </g>
  );
}
