import type { ReactNode } from 'react';
import { type ImageFrame, imageToMm, type Vec3, type VolumePlane } from '#geometry';
import { PLANE_LETTER } from '../../model/planes/plane-text.ts';
import { type CameraOrientation, projectedDirections } from '../../model/space/space-camera.ts';
import type { SceneProjection } from '../../rendering/space/scene-camera.ts';
import { PLANE_COLOUR } from '../shared/plane-colours.ts';
import planeStyles from '../shared/plane-viewport.module.css';
import styles from './space.module.css';

/** Marker of a finding in the scene. */
export interface SpaceMarker {
  readonly findingId: string;
  readonly label: number;
  readonly colour: string;
  readonly atMm: Vec3;
  readonly description: string;
  readonly selected: boolean;
}

/** Length of an axis. */
const AXES_PX = 30;
/** Distance of the axes' origin from the left and bottom edges. */
const AXES_INSET_PX = 52;

/**
 * Draws axes with the orientation markers H F L R A P in the corner, in the current camera
 * orientation.
 */
export function OrientationAxes(props: {
  readonly orientation: CameraOrientation;
  readonly height: number;
}): ReactNode {
  const [x, y] = [AXES_INSET_PX, props.height - AXES_INSET_PX];
  const directions = projectedDirections(props.orientation);
  return (
    <g data-testid="orientation-axes">
      {directions.map(({ marker, right, down, near }) => (
        <g key={marker} opacity={near < -0.2 ? 0.45 : 1}>
          <line
            x1={x}
            y1={y}
            x2={x + right * AXES_PX}
            y2={y + down * AXES_PX}
            stroke="var(--text-3)"
          />
          <text
            className={planeStyles.overlayText}
            x={x + right * (AXES_PX + 10)}
            y={y + down * (AXES_PX + 10)}
            data-direction={marker}
          >
            {Math.hypot(right, down) < 0.15 && near < 0 ? '' : marker}
          </text>
        </g>
      ))}
    </g>
  );
}

/** Draws the outline of a plane's image in its colour, with its letter at a corner. */
export function PlaneOutline(props: {
  readonly projection: SceneProjection;
  readonly plane: VolumePlane;
  readonly frame: ImageFrame;
}): ReactNode {
  const { projection, plane, frame } = props;
  const corners = (
    [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
    ] as const
  ).map(([u, v]) => projection.toPx(imageToMm(frame, u, v)));
  const d = `M${corners.map(({ x, y }) => `${x} ${y}`).join('L')}Z`;
  const [tag] = [...corners].sort((a, b) => a.y - b.y);
  return (
    <g data-testid={`outline-${plane}`}>
      <path className={planeStyles.halo} d={d} />
      <path
        className={planeStyles.line}
        d={d}
        style={{ stroke: PLANE_COLOUR[plane] }}
        strokeDasharray={plane === 'RAD' ? '10 4' : undefined}
      />
      {tag === undefined ? null : (
        <g>
          <rect
            x={tag.x - 8}
            y={tag.y - 8}
            width={16}
            height={16}
            rx={3}
            style={{ fill: PLANE_COLOUR[plane] }}
          />
          <text className={planeStyles.tagText} x={tag.x} y={tag.y + 0.5}>
            {PLANE_LETTER[plane]}
          </text>
        </g>
      )}
    </g>
  );
}

/** Draws the nipple as a ring with its letter. */
export function NippleInSpace(props: {
  readonly projection: SceneProjection;
  readonly atMm: Vec3;
}): ReactNode {
  const { x, y } = props.projection.toPx(props.atMm);
  return (
    <g data-testid="space-nipple">
      <circle className={planeStyles.halo} cx={x} cy={y} r={7} />
      <circle cx={x} cy={y} r={7} fill="none" stroke="var(--text)" />
      <circle cx={x} cy={y} r={1.5} fill="var(--text)" />
      <text className={planeStyles.overlayText} x={x + 16} y={y - 10}>
        N
      </text>
    </g>
  );
}

/** Draws numbered markers of the findings; a click selects a finding. */
export function SpaceMarkers(props: {
  readonly projection: SceneProjection;
  readonly markers: readonly SpaceMarker[];
  onPick(findingId: string): void;
}): ReactNode {
  // Markers of the same lesion overlap, so the selected marker is drawn last.
  const sorted = [...props.markers].sort((a, b) => Number(a.selected) - Number(b.selected));
  return sorted.map(({ findingId, label, colour, atMm, description, selected }) => {
    const { x, y } = props.projection.toPx(atMm);
    const [tx, ty] = [x + 16, y - 16];
    return (
      // biome-ignore lint/a11y/useSemanticElements: a button can't be used inside a drawing
      <g
        key={findingId}
        role="button"
        tabIndex={0}
        aria-label={description}
        aria-pressed={selected}
        className={styles.marker}
        data-testid={`space-finding-${label}`}
        onPointerDown={(event) => event.stopPropagation()}
        onClick={() => props.onPick(findingId)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== ' ') return;
          event.preventDefault();
          event.stopPropagation();
          props.onPick(findingId);
        }}
      >
        <path className={planeStyles.halo} d={`M${x} ${y}L${tx} ${ty}`} />
        <path d={`M${x} ${y}L${tx} ${ty}`} stroke={colour} />
        <circle cx={x} cy={y} r={3} fill={colour} stroke="#000" />
        <circle
          cx={tx}
          cy={ty}
          r={selected ? 11 : 10}
          fill={colour}
          stroke={selected ? 'var(--text)' : '#000'}
          strokeWidth={selected ? 2 : 1}
        />
        <text className={styles.markerText} x={tx} y={ty + 0.5}>
          {label}
        </text>
      </g>
    );
  });
}

/**
 * Draws a scale bar of whole millimetres; the parallel projection gives the whole image the same
 * scale.
 */
export function SpaceScale(props: {
  readonly pxPerMm: number;
  readonly width: number;
  readonly height: number;
}): ReactNode {
  const { pxPerMm, width, height } = props;
  const mm = [50, 20, 10, 5, 2].find((candidateMm) => candidateMm * pxPerMm < width / 4) ?? 1;
  const [x, y] = [width - 24 - mm * pxPerMm, height - 28];
  return (
    <g>
      <path d={`M${x} ${y - 5}v5h${mm * pxPerMm}v-5`} stroke="var(--text)" fill="none" />
      <text
        className={`${planeStyles.overlayText} ${planeStyles.small}`}
        x={x + (mm * pxPerMm) / 2}
        y={y + 11}
      >
        {`${mm} mm`}
      </text>
    </g>
  );
}
