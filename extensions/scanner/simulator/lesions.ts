import type { Vec3 } from '#geometry';
import { lengthOf } from './portable-math.ts';
import { TISSUE, type TissueField } from './tissue.ts';
import { octaves } from './value-noise.ts';

export type LesionKind = 'cyst' | 'solid';

/** A lesion as it was put into the phantom. */
export interface Lesion {
  readonly kind: LesionKind;
  readonly centreMm: Vec3;
  /** Half axes along x, y, z before the surface is made uneven. */
  readonly radiiMm: Vec3;
  /** Distance of a point from the centre relative to the surface in its direction: below 1 inside. */
  reachAt(point: Vec3): number;
}

const WALL_MM = 0.5;
/** A simple cyst is smooth, a malignant-looking mass is not. */
const UNEVENNESS: Readonly<Record<LesionKind, number>> = { cyst: 0.02, solid: 0.24 };
const HALO = 1.22;

/** A lesion whose surface is an ellipsoid made uneven by a seed. */
export function shapeLesion(
  lesion: Pick<Lesion, 'kind' | 'centreMm' | 'radiiMm'>,
  seed: number,
): Lesion {
  const uneven = octaves(seed, [0.9, 0.45]);
  const strength = UNEVENNESS[lesion.kind];
  const [cx, cy, cz] = lesion.centreMm;
  const [rx, ry, rz] = lesion.radiiMm;
  const reachAt = ([x, y, z]: Vec3): number => {
    const dx = (x - cx) / rx;
    const dy = (y - cy) / ry;
    const dz = (z - cz) / rz;
    const reach = lengthOf(dx, dy, dz);
    // Noise over the direction from the centre: the surface is a function of the direction.
    const n = reach > 0 ? uneven(dx / reach + 9, dy / reach + 9, dz / reach + 9) : 0;
    return reach / (1 + 2 * strength * n);
  };
  return { ...lesion, reachAt };
}

/** Writes a lesion into the labels of a field. */
export function placeLesion(field: TissueField, lesion: Lesion): void {
  const { cellMm, nx, ny, nz } = field;
  const [cx, cy, cz] = lesion.centreMm;
  const [rx, ry, rz] = lesion.radiiMm;
  const span = (centre: number, radius: number, first: number, count: number) => ({
    from: Math.max(0, Math.floor((centre - radius * 1.6 - first) / cellMm)),
    to: Math.min(count - 1, Math.ceil((centre + radius * 1.6 - first) / cellMm)),
  });
  const x0 = (-nx / 2 + 0.5) * cellMm;
  const z0 = (-nz / 2 + 0.5) * cellMm;
  const xs = span(cx, rx, x0, nx);
  const ys = span(cy, ry, cellMm / 2, ny);
  const zs = span(cz, rz, z0, nz);
  const wall = WALL_MM / Math.min(rx, ry, rz);
  for (let k = zs.from; k <= zs.to; k += 1) {
    for (let i = xs.from; i <= xs.to; i += 1) {
      for (let j = ys.from; j <= ys.to; j += 1) {
        const reach = lesion.reachAt([x0 + i * cellMm, (j + 0.5) * cellMm, z0 + k * cellMm]);
        const label = labelAt(lesion.kind, reach, wall);
        if (label !== null) field.labels[(k * nx + i) * ny + j] = label;
      }
    }
  }
}

/** Label at a relative distance from the centre (1 = surface); null outside. */
function labelAt(kind: LesionKind, reach: number, wall: number): number | null {
  if (kind === 'cyst') {
    if (reach <= 1) return TISSUE.cyst;
    return reach <= 1 + wall ? TISSUE.cystWall : null;
  }
  if (reach <= 1) return TISSUE.solid;
  return reach <= HALO ? TISSUE.halo : null;
}
