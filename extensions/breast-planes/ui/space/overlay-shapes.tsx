import type { ReactNode } from 'react';
import type { ShapesOverlay } from '#core';
import type { SpaceShape, Vec3 } from '#geometry';
import { type ShapeEdges, shapeEdges } from '../../model/overlays/shape-edges.ts';
import type { SceneProjection } from '../../rendering/space/scene-camera.ts';
import type { OverlayEntry } from '../../state/views/overlays-state.ts';
import styles from '../shared/plane-viewport.module.css';

/** Radius of a point in CSS pixels. */
const POINT_PX = 4;

/** Draws the shapes that extensions added to a scan over a 3D scene. */
export function OverlayShapes(props: {
  readonly projection: SceneProjection;
  readonly overlays: readonly OverlayEntry[];
}): ReactNode {
  return props.overlays.map(({ id, overlay, opacity }) =>
    overlay.kind === 'shapes' ? (
      <Shapes key={id} overlay={overlay} opacity={opacity} projection={props.projection} />
    ) : null,
  );
}

function Shapes(props: {
  readonly overlay: ShapesOverlay;
  readonly opacity: number;
  readonly projection: SceneProjection;
}): ReactNode {
  const { overlay, opacity, projection } = props;
  return (
    <g data-testid="overlay-shapes-space" opacity={opacity}>
      {overlay.shapes.map((shape, n) => {
        const edges = shapeEdges(shape);
        const at = projection.toPx(labelAt(edges));
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: shapes have no id and keep their order
          <g key={n} stroke={overlay.colour}>
            <Outline edges={edges} projection={projection} className={styles.halo} />
            <Outline edges={edges} projection={projection} className={styles.shape} />
            <ShapeLabel shape={shape} colour={overlay.colour} x={at.x + 6} y={at.y} />
          </g>
        );
      })}
    </g>
  );
}

function Outline(props: {
  readonly edges: ShapeEdges;
  readonly projection: SceneProjection;
  readonly className: string | undefined;
}): ReactNode {
  const { edges, projection, className } = props;
  if (edges.kind === 'circle') {
    const { x, y } = projection.toPx(edges.centreMm);
    const radiusPx = Math.max(POINT_PX, edges.radiusMm * projection.pxPerMm);
    return <circle className={className} cx={x} cy={y} r={radiusPx} />;
  }
  const d = edges.linesMm
    .map((line) => line.map((point) => projection.toPx(point)))
    .map((line) => `M${line.map(({ x, y }) => `${x.toFixed(2)} ${y.toFixed(2)}`).join('L')}`)
    .join('');
  return <path className={className} d={d} />;
}

function ShapeLabel(props: {
  readonly shape: SpaceShape;
  readonly colour: string;
  readonly x: number;
  readonly y: number;
}): ReactNode {
  if (props.shape.label === undefined) return null;
  return (
    <text className={styles.shapeLabel} fill={props.colour} x={props.x} y={props.y}>
      {props.shape.label}
    </text>
  );
}

const labelAt = (edges: ShapeEdges): Vec3 =>
  edges.kind === 'circle' ? edges.centreMm : (edges.linesMm[0]?.[0] ?? [0, 0, 0]);
