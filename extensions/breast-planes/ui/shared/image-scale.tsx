import type { ReactNode } from 'react';
import { mmToImage, radialCentreMm, radialDirection, rotationAxisMm } from '#geometry';
import {
  barLengthMm,
  labelStepMm,
  type PointPx,
  rulerTicks,
  toPx,
  type ViewSize,
} from '../../model/planes/image-layout.ts';
import { orientationMarkers } from '../../model/planes/plane-text.ts';
import { crossingPx } from '../../model/planes/reference-lines.ts';
import type { ReadyPlane } from '../../state/views/ready-image.ts';
import { DepthRuler, RULER_NUMBERS_PX } from './depth-ruler.tsx';
import styles from './plane-viewport.module.css';

interface ScaleProps {
  readonly ready: ReadyPlane;
}

const INSET_PX = 14;
/** Start of a clock time in px, to the right of the depth ruler's numbers. */
const HOUR_AFTER_RULER_PX = 36;

/** Shows orientation markers (H, F, A, P, R, L) or clock times at the edges of the view. */
export function EdgeMarkers({ ready }: ScaleProps): ReactNode {
  const { plane, scan, position, view } = ready;
  const offNipple = position.radialAxisMm !== undefined;
  const markers = orientationMarkers(plane, scan.laterality.id, position.rad, offNipple);
  const sideInsetPx = plane === 'RAD' ? 26 : INSET_PX;
  // The clock ring of the coronal reaches the middle of each side, so R and L are in the corners.
  const sideY = plane === 'COR' ? INSET_PX : sideMarkerY(ready);
  // H and F are at 12 and 6 o'clock of the coronal; on other planes, lines run through the middle.
  const topBottomX = plane === 'COR' ? view.width / 2 : view.width * 0.75;
  return (
    <g data-testid={`letters-${plane}`}>
      <EdgeMarker x={topBottomX} y={INSET_PX} text={markers.top} edge="top" />
      <EdgeMarker x={topBottomX} y={view.height - INSET_PX} text={markers.bottom} edge="bottom" />
      {plane === 'RAD' ? (
        <EdgeMarker x={HOUR_AFTER_RULER_PX} y={sideY} text={markers.left} edge="left" startsAtX />
      ) : (
        <EdgeMarker
          x={plane === 'COR' ? sideInsetPx : RULER_NUMBERS_PX}
          y={sideY}
          text={markers.left}
          edge="left"
        />
      )}
      <EdgeMarker x={view.width - sideInsetPx} y={sideY} text={markers.right} edge="right" />
      {markers.leftLabel === null ? null : (
        <EdgeMarker x={46} y={sideY} text={markers.leftLabel} edge="left-word" small />
      )}
      {markers.rightLabel === null ? null : (
        <EdgeMarker
          x={view.width - 46}
          y={sideY}
          text={markers.rightLabel}
          edge="right-word"
          small
        />
      )}
    </g>
  );
}

/**
 * Returns a y near the middle, halfway between two numbers of the ruler and clear of the coronal
 * line.
 */
function sideMarkerY(ready: ReadyPlane): number {
  const { layout, frame, view } = ready;
  const lineY = crossingPx(ready).y;
  const gapMm = labelStepMm(layout.pxPerMm);
  const gaps = [...Array(Math.ceil(frame.heightMm / gapMm)).keys()]
    .map((gap) => layout.topPx + (gap + 0.5) * gapMm * layout.pxPerMm)
    .filter((y) => y > 20 && y < view.height - 20 && Math.abs(y - lineY) > 20)
    .sort((a, b) => Math.abs(a - view.height / 2) - Math.abs(b - view.height / 2));
  return gaps[0] ?? view.height / 2;
}

interface EdgeMarkerProps extends PointPx {
  readonly text: string;
  readonly edge: string;
  readonly small?: boolean;
  /** True if the text starts at `x` instead of being centred. */
  readonly startsAtX?: boolean;
}

function EdgeMarker(props: EdgeMarkerProps): ReactNode {
  const { x, y, text, edge, small = false, startsAtX = false } = props;
  return (
    <text
      className={`${styles.overlayText} ${small ? styles.small : ''}`}
      x={x}
      y={y}
      data-edge={edge}
      style={startsAtX ? { textAnchor: 'start' } : undefined}
    >
      {text}
    </text>
  );
}

/**
 * Draws a depth ruler in mm at the left; a scale bar at the bottom on the coronal and in a resampled
 * volume, whose transducer face is tilted, so that heights in the image are not depths.
 */
export function Ruler({ ready }: ScaleProps): ReactNode {
  const { plane, volume, frame, layout, view } = ready;
  const isTilted = volume.recordedBox !== undefined;
  if (plane === 'COR' || isTilted) return <ScaleBar ready={ready} />;
  return <DepthRuler {...layout} heightMm={frame.heightMm} fromPx={4} toPx={view.height - 4} />;
}

/** Beside the vertical planes there is less room than beside the coronal: one step of the labels. */
const scaleBarMm = ({ plane, layout, view }: ReadyPlane): number =>
  plane === 'COR' ? barLengthMm(layout.pxPerMm, view.width) : labelStepMm(layout.pxPerMm);

/**
 * Returns true if an hour at the view's edge would overlap the scale bar and make both unreadable.
 */
function isOnScaleBar(ready: ReadyPlane, point: PointPx): boolean {
  const barEnd = 22 + scaleBarMm(ready) * ready.layout.pxPerMm + 32;
  return point.x < barEnd && point.y > ready.view.height - 56;
}

function ScaleBar({ ready }: ScaleProps): ReactNode {
  const { layout, view } = ready;
  const [startX, y] = [22, view.height - 28];
  const lengthMm = scaleBarMm(ready);
  const ticks = rulerTicks(startX, lengthMm, layout.pxPerMm, 0, view.width);
  return (
    <g>
      <path
        d={`M${startX} ${y}h${lengthMm * layout.pxPerMm}`}
        stroke="var(--text)"
        fill="none"
        strokeWidth={1}
      />
      {ticks.map(({ px, label }) => (
        <g key={px}>
          <line x1={px} x2={px} y1={y} y2={y - (label === null ? 4 : 8)} stroke="var(--text)" />
          {label === null ? null : (
            <text className={`${styles.overlayText} ${styles.small}`} x={px} y={y + 12}>
              {label === String(lengthMm) ? `${label} mm` : label}
            </text>
          )}
        </g>
      ))}
    </g>
  );
}

/**
 * Minimum distance of the hours from the view's edges in px; clear of the markers at top and
 * bottom.
 */
const HOUR_INSET_PX = { x: 14, y: 32 };

/**
 * Returns the distance in px from a point to the view's edge along a direction; null if the point
 * is outside.
 */
function distanceToEdge(from: PointPx, direction: PointPx, view: ViewSize): number | null {
  const along = (start: number, delta: number, inset: number, size: number): number | null => {
    if (start < inset || start > size - inset) return null;
    if (Math.abs(delta) < 1e-9) return Number.POSITIVE_INFINITY;
    return ((delta > 0 ? size - inset : inset) - start) / delta;
  };
  const horizontalPx = along(from.x, direction.x, HOUR_INSET_PX.x, view.width);
  const verticalPx = along(from.y, direction.y, HOUR_INSET_PX.y, view.height);
  return horizontalPx === null || verticalPx === null ? null : Math.min(horizontalPx, verticalPx);
}

/** Draws the hours around the sound field, centred on the nipple. */
export function ClockRing({ ready }: ScaleProps): ReactNode {
  const { volume, nippleMm, frame, layout, view } = ready;
  const centre = radialCentreMm(volume, nippleMm);
  const { x, y } = toPx(layout, frame, mmToImage(frame, [centre.x, 0, centre.z]));
  const axis = rotationAxisMm(volume);
  // An off-axis nipple enlarges the ring, so that no hour covers tissue.
  const offsetMm = Math.hypot(centre.x - axis.x, centre.z - axis.z);
  const radius = (volume.coverageRadiusMm + offsetMm) * layout.pxPerMm;
  const hours = [...Array(12).keys()];
  return (
    <g>
      {hours.map((hour) => {
        const [dx, , dz] = radialDirection(hour * 30);
        const pointAt = (r: number): PointPx => ({ x: x + dx * r, y: y - dz * r });
        // Hours of a ring that exceeds the view are moved to the view's edge.
        const maxRadius = distanceToEdge({ x, y }, { x: dx, y: -dz }, view);
        if (maxRadius === null) return null;
        const hourRadius = Math.min(radius + 22, maxRadius);
        const inner = pointAt(hourRadius - 18);
        const outer = pointAt(hourRadius - 12);
        const text = pointAt(hourRadius);
        if (isOnScaleBar(ready, text)) return null;
        return (
          <g key={hour}>
            <line x1={inner.x} y1={inner.y} x2={outer.x} y2={outer.y} stroke="var(--text-3)" />
            <text className={`${styles.overlayText} ${styles.small}`} x={text.x} y={text.y}>
              {hour === 0 ? 12 : hour}
            </text>
          </g>
        );
      })}
    </g>
  );
}
