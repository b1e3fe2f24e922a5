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
  const free = useStore(
    context.use(viewStateToken).store,
    ({ activeToolId, isPlacingNipple }) =>
      !isPlacingNipple && (activeToolId === null || activeToolId === 'breast-planes.select'),
  );
  if (!free) return null;
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: each line has its own name
    <svg className={classNames(planeStyles.overlay, styles.dragHandles)}>
      {lines.map((line) => (
        <LineDragHandle key={line.plane} {...props} line={line} />
      ))}
      {ready.plane === 'COR' ? <RingDragHandle {...props} /> : null}
    </svg>
  );
}

/** Drag threshold in px; a press with less movement is a click. */
const DRAG_PX = 3;

/**
 * Drags from press to release and stops these events before the image receives them. Marks take
 * precedence, because the lines of planes through the selected finding cross its handles.
 */
function useDrag({ context, ready }: DragHandleProps, move: (at: PointPx, last: boolean) => void) {
  const start = useRef<PointPx | null>(null);
  const dragged = useRef(false);
  const pointOf = (event: PointerEvent<SVGElement>): PointPx => {
    const box = event.currentTarget.ownerSVGElement?.getBoundingClientRect();
    return { x: event.clientX - (box?.left ?? 0), y: event.clientY - (box?.top ?? 0) };
  };
  return {
    onPointerDown(event: PointerEvent<SVGElement>) {
      const kind = event.pointerType === 'touch' ? 'touch' : 'mouse';
      // The second finger starts a pinch, even if the first finger has just moved a line beneath
      // the second.
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
      const isDrag = Math.hypot(at.x - start.current.x, at.y - start.current.y) >= DRAG_PX;
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
  // Touch has a large hit radius: beside a mark, touch drags the line unless a handle is hit.
  return hit !== null && (hit.handle !== null || hit.distancePx <= PROXIMITY_PX.mouse);
}

/**
 * Drag handle of another plane's line: a drag moves that plane, a click moves the planes like any
 * click in the image.
 */
function LineDragHandle(props: DragHandleProps & { readonly line: ReferenceLine }): ReactNode {
  const { context, ready, line, onMark } = props;
  const view = context.use(viewStateToken);
  const drag = useDrag(props, (px, click) => {
    const { volume, nippleMm, scan, frame, layout, plane } = ready;
    const position = view.store.getState().positions[scan.id] ?? ready.position;
    const { u, v } = fromPx(layout, frame, px);
    const pointMm = imageToMm(frame, u, v);
    if (click) {
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

function cursorOf(line: VolumePlane, view: VolumePlane): string {
  if (line === 'RAD') return 'grab';
  const level = line === 'COR' || (view === 'COR' && line === 'TRA');
  return level ? 'ns-resize' : 'ew-resize';
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
    const now = view.store.getState().positions[ready.scan.id] ?? position;
    const rad = clockAngleDeg(px.x - centre.x, centre.y - px.y);
    view.setPosition(ready.scan.id, withPlaneAt(volume, now, 'RAD', rad));
  });
  const [dx, , dz] = radialDirection(position.rad);
  const tip = { x: centre.x + dx * (radius - 2), y: centre.y - dz * (radius - 2) };
  /**
   * Returns a rear corner of the triangle: 9 px outwards along the ray and `aside` px to its side.
   */
  const foot = (aside: number): PointPx => ({
    x: tip.x + dx * 9 + dz * aside,
    y: tip.y - dz * 9 + dx * aside,
  });
  const isInside = tip.x > 12 && tip.x < size.width - 12 && tip.y > 12 && tip.y < size.height - 12;
  return (
    <g>
      {isInside ? (
        <path
          className={styles.ringPointer}
          d={`M${tip.x} ${tip.y}L${foot(-5).x} ${foot(-5).y}L${foot(5).x} ${foot(5).y}Z`}
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
