import { type ReactNode, useLayoutEffect, useMemo, useRef } from 'react';
import type { ExtensionContext, LabelmapOverlay, ScalarOverlay, ShapesOverlay } from '#core';
import type { NormalisedPoint } from '#geometry';
import { useStore } from '#ui';
import { reachOf, shapeOutlines } from '../../model/overlays/shape-outlines.ts';
import { toPx } from '../../model/planes/image-layout.ts';
import type { Slab } from '../../model/planes/plane-presentation.ts';
import { paintOverlay } from '../../rendering/planes/paint-overlay.ts';
import { overlaysStateToken } from '../../state/views/overlays-state.ts';
import type { ReadyImage } from '../../state/views/ready-image.ts';
import styles from '../shared/plane-viewport.module.css';
import { contextOf, createCanvas } from '../shared/save-view-image.ts';

interface LayerProps {
  readonly ready: ReadyImage;
  readonly slab: Slab;
}

interface OverlayLayersProps extends LayerProps {
  readonly context: ExtensionContext;
  /** True in a saved image, which consists of svg layers alone. */
  readonly saved?: boolean;
}

/** Draws the overlays that extensions added to a scan, below marks and lines. */
export function OverlayLayers(props: OverlayLayersProps): ReactNode {
  const { context, ready, slab, saved = false } = props;
  const Voxels = saved ? SavedVoxelLayer : VoxelLayer;
  const { entries, hidden } = useStore(context.use(overlaysStateToken).store, (values) => values);
  if (hidden) return null;
  const shown = entries.filter(
    ({ overlay, opacity }) => overlay.scanId === ready.scan.id && opacity > 0,
  );
  return shown.map(({ id, overlay, opacity }) =>
    overlay.kind === 'shapes' ? (
      <ShapeLayer key={id} overlay={overlay} opacity={opacity} ready={ready} slab={slab} />
    ) : (
      <Voxels key={id} overlay={overlay} opacity={opacity} ready={ready} slab={slab} />
    ),
  );
}

interface VoxelLayerProps extends LayerProps {
  readonly overlay: LabelmapOverlay | ScalarOverlay;
  readonly opacity: number;
}

function VoxelLayer({ overlay, opacity, ready, slab }: VoxelLayerProps): ReactNode {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { frame, layout, view } = ready;
  const image = useMemo(
    () => paintOverlay(overlay, { frame, layout, view, slab }),
    [overlay, frame, layout, view, slab],
  );
  useLayoutEffect(() => {
    const context2d = canvas.current?.getContext('2d');
    if (image === null || !context2d) return;
    const { pixels, widthPx, heightPx } = image;
    context2d.putImageData(new ImageData(pixels, widthPx, heightPx), 0, 0);
  }, [image]);
  if (image === null) return null;
  return (
    <canvas
      // A new canvas for each size, because a changed size clears the canvas after the effect.
      key={`${image.widthPx} ${image.heightPx}`}
      ref={canvas}
      className={styles.overlayVoxels}
      data-testid={`overlay-voxels-${ready.plane}`}
      width={image.widthPx}
      height={image.heightPx}
      style={{ left: image.leftPx, top: image.topPx, opacity }}
    />
  );
}

/** Draws the voxels as an image of an svg layer. */
function SavedVoxelLayer({ overlay, opacity, ready, slab }: VoxelLayerProps): ReactNode {
  const { frame, layout, view } = ready;
  const image = paintOverlay(overlay, { frame, layout, view, slab });
  if (image === null) return null;
  const { pixels, leftPx, topPx, widthPx, heightPx } = image;
  const canvas = createCanvas(widthPx, heightPx);
  contextOf(canvas).putImageData(new ImageData(pixels, widthPx, heightPx), 0, 0);
  return (
    <svg className={styles.overlay} aria-hidden="true">
      <image
        href={canvas.toDataURL()}
        x={leftPx}
        y={topPx}
        width={widthPx}
        height={heightPx}
        opacity={opacity}
      />
    </svg>
  );
}

interface ShapeLayerProps extends LayerProps {
  readonly overlay: ShapesOverlay;
  readonly opacity: number;
}

/** Reach of shapes in a single image; the coordinates of two images differ by 1 mm. */
const SINGLE_IMAGE_MM = 0.25;
/** Radius of a point in CSS pixels. */
const POINT_PX = 4;

function ShapeLayer({ overlay, opacity, ready, slab }: ShapeLayerProps): ReactNode {
  const { frame, layout, volume } = ready;
  const reachMm = volume === null ? SINGLE_IMAGE_MM : reachOf(frame, volume, slab.thicknessMm);
  const outlines = useMemo(
    () =>
      overlay.shapes.flatMap((shape, n) =>
        shapeOutlines(shape, frame, reachMm).map((outline, part) => ({
          ...outline,
          key: `${n}.${part}`,
        })),
      ),
    [overlay, frame, reachMm],
  );
  const px = (point: NormalisedPoint) => toPx(layout, frame, point);
  return (
    <svg
      className={styles.overlay}
      data-testid={`overlay-shapes-${ready.plane}`}
      aria-hidden="true"
      opacity={opacity}
    >
      {outlines.map(({ points, closed, label, key }) => {
        const corners = points.map(px);
        const [first] = corners;
        if (first === undefined) return null;
        const path = corners.map(({ x, y }) => `${x.toFixed(2)},${y.toFixed(2)}`).join(' ');
        const Outline = closed ? 'polygon' : 'polyline';
        const right = corners.reduce((best, at) => (at.x > best.x ? at : best), first);
        return (
          <g key={key} stroke={overlay.colour}>
            {corners.length === 1 ? (
              <>
                <circle className={styles.halo} cx={first.x} cy={first.y} r={POINT_PX} />
                <circle className={styles.shape} cx={first.x} cy={first.y} r={POINT_PX} />
              </>
            ) : (
              <>
                <Outline className={styles.halo} points={path} />
                <Outline className={styles.shape} points={path} />
              </>
            )}
            {label === null ? null : (
              <text className={styles.shapeLabel} fill={overlay.colour} x={right.x + 6} y={right.y}>
                {label}
              </text>
            )}
          </g>
        );
      })}
    </svg>
  );
}
