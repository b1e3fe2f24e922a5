import type { VolumeGrid } from '#geometry';

/** Labels with one colour each, as `LabelmapOverlay` of `#core`. */
export interface PaintedLabels {
  readonly kind: 'labelmap';
  readonly grid: VolumeGrid;
  readonly labels: Uint8Array;
  readonly colours: Readonly<Record<number, string>>;
  readonly style?: 'fill' | 'outline';
}

/** Values with a colour table, as `ScalarOverlay` of `#core`. */
export interface PaintedValues {
  readonly kind: 'scalar';
  readonly grid: VolumeGrid;
  readonly values: Float32Array | Uint8Array;
  readonly range: readonly [number, number];
  readonly colours: readonly string[];
}
