import type { Vec3 } from './vec3.ts';

/** A shape in the patient, LPS millimetres. `label` is written beside the shape. */
export type SpaceShape = { readonly label?: string } & (
  | { readonly kind: 'point'; readonly atMm: Vec3 }
  /** Drawn where its parts lie within the slice or slab. */
  | { readonly kind: 'line'; readonly pointsMm: readonly Vec3[]; readonly closed?: boolean }
  | { readonly kind: 'ball'; readonly centreMm: Vec3; readonly radiusMm: number }
  | { readonly kind: 'box'; readonly minMm: Vec3; readonly maxMm: Vec3 }
);
