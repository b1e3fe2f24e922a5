import { type Disposable, type Result, token } from '#foundation';
import type { SpaceShape, VolumeGrid } from '#geometry';

interface OverlayBase {
  readonly scanId: string;
  /** Name of the layer for people. */
  readonly title: string;
  /** 0 (invisible) to 1; defaults to 0.4 for voxels and 1 for shapes. */
  readonly opacity?: number;
  /** Overlays with a higher order are drawn above; equal orders in the order of their creation. */
  readonly order?: number;
}

/** Labels of voxels, drawn in one colour per label. */
export interface LabelmapOverlay extends OverlayBase {
  readonly kind: 'labelmap';
  /** Grid of the labels; a box of the volume is enough. */
  readonly grid: VolumeGrid;
  /** Label of each voxel, x fastest, then y (depth), then z; 0 is not drawn. */
  readonly labels: Uint8Array;
  /** Colours as `#RRGGBB` by label, 1 to 255; other labels are not drawn. */
  readonly colours: Readonly<Record<number, string>>;
  /** `outline` draws only the edge of each label; defaults to `fill`. */
  readonly style?: 'fill' | 'outline';
}

/** Values of voxels, drawn by a colour table. */
export interface ScalarOverlay extends OverlayBase {
  readonly kind: 'scalar';
  readonly grid: VolumeGrid;
  /** Value of each voxel, x fastest, then y (depth), then z. */
  readonly values: Float32Array | Uint8Array;
  /** Values of the first and the last colour. Values below the first are not drawn. */
  readonly range: readonly [number, number];
  /** Colours as `#RRGGBB`, at least two, at equal distances over the range; blended between. */
  readonly colours: readonly string[];
}

export interface ShapesOverlay extends OverlayBase {
  readonly kind: 'shapes';
  readonly shapes: readonly SpaceShape[];
  /** `#RRGGBB`. */
  readonly colour: string;
}

export type Overlay = LabelmapOverlay | ScalarOverlay | ShapesOverlay;

/** An overlay on the screen; disposing removes it. */
export interface ShownOverlay extends Disposable {
  /** Changes opacity (0 to 1) or order; other values keep. */
  set(change: { readonly opacity?: number; readonly order?: number }): void;
}

/** Layers that the product draws over the images of a scan. */
export interface Overlays {
  /**
   * Draws an overlay in every plane of the scan, in slices and slabs, in the raw frames whose
   * location is known, and as surfaces and lines in the 3D views; follows position, zoom and pan.
   * Arrays are not copied: add a new overlay after a change. Fails with `OVERLAY_INVALID`,
   * which names the field. Own the result by a scope.
   */
  add(overlay: Overlay): Result<ShownOverlay>;
}

/** Provided by the extension `breast-planes`; name it under `requires` in the manifest. */
export const overlaysToken = token<Overlays>('clockface.overlays');
