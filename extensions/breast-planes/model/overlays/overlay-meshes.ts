import type { Mesh } from '../space/mesh.ts';
import { voxelSurface } from '../space/voxel-surface.ts';
import { labelColours, type Rgb, tableColours } from './overlay-colours.ts';
import type { PaintedLabels, PaintedValues } from './painted-voxels.ts';

/** A surface of an overlay in patient millimetres. */
export interface OverlayMesh {
  /** Unique within the overlay. */
  readonly key: string;
  readonly mesh: Mesh;
  readonly colour: Rgb;
  /** Factor of the overlay's opacity, 0 to 1. */
  readonly opacity: number;
}

/** Fractions of the range at which the surfaces of values lie; outer surfaces are fainter. */
const VALUE_LEVELS = [
  { fraction: 0.25, opacity: 0.35 },
  { fraction: 0.5, opacity: 0.6 },
  { fraction: 0.75, opacity: 1 },
] as const;

const meshes = new WeakMap<PaintedLabels | PaintedValues, readonly OverlayMesh[]>();

/**
 * Returns the surfaces that show an overlay in a 3D view: one per drawn label, and of values the
 * surfaces at a quarter, half and three quarters of their range. Computed once per overlay.
 */
export function overlayMeshes(overlay: PaintedLabels | PaintedValues): readonly OverlayMesh[] {
  const known = meshes.get(overlay);
  if (known !== undefined) return known;
  const computed = overlay.kind === 'labelmap' ? labelMeshes(overlay) : valueMeshes(overlay);
  meshes.set(overlay, computed);
  return computed;
}

function labelMeshes(overlay: PaintedLabels): readonly OverlayMesh[] {
  const { grid, labels } = overlay;
  const colourOf = labelColours(overlay);
  return Object.keys(overlay.colours).flatMap((key) => {
    const label = Number(key);
    const colour = colourOf(label);
    const mesh = voxelSurface(grid, (index) => labels[index] === label);
    return colour === null || mesh === null ? [] : [{ key, mesh, colour, opacity: 1 }];
  });
}

function valueMeshes(overlay: PaintedValues): readonly OverlayMesh[] {
  const { grid, values, range } = overlay;
  const colourOf = tableColours(overlay);
  return VALUE_LEVELS.flatMap(({ fraction, opacity }) => {
    const level = range[0] + fraction * (range[1] - range[0]);
    const colour = colourOf(level);
    const mesh = voxelSurface(grid, (index) => (values[index] ?? 0) >= level);
    return colour === null || mesh === null
      ? []
      : [{ key: String(fraction), mesh, colour, opacity }];
  });
}
