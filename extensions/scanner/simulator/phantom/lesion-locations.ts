import type { Vec3 } from '#geometry';
import { lengthOf, sinCosDeg } from '../math/portable-math.ts';
import type { Random } from '../math/random.ts';
import type { Anatomy } from './anatomy.ts';
import type { Breast } from './build-breast.ts';
import type { LesionDraw } from './lesion-kinds.ts';
import { TISSUE } from './tissue.ts';

const MAX_NIPPLE_DISTANCE_MM = 58;
/**
 * Minimum distances in mm: from skin and muscle, the nipple, the rim of contact, another lesion.
 */
const FREE_MM = { layers: 1.5, nipple: 4, rim: 4, other: 6 } as const;
/**
 * Failed attempts after which a lesion may also lie in fat, and after which the lesion is omitted.
 */
const GLAND_PLACEMENTS = 60;
const MAX_PLACEMENTS = 140;

/** An existing lesion that a new lesion must not touch. */
export interface PlacedLesion {
  readonly centreMm: Vec3;
  readonly radiiMm: Vec3;
}

/**
 * Returns a location between skin and muscle, in gland where possible; null if no location is free.
 */
export function drawLocation(
  breast: Breast,
  anatomy: Anatomy,
  draw: LesionDraw,
  others: readonly PlacedLesion[],
  random: Random,
): Vec3 | null {
  for (let n = 0; n < MAX_PLACEMENTS; n += 1) {
    // Nodes lie towards the armpit, in the upper outer region.
    const clockDeg = draw.kind === 'lymph-node' ? random.between(10, 80) : random.between(0, 360);
    const distance = MAX_NIPPLE_DISTANCE_MM * Math.sqrt(random.between(0, 1));
    const { sin, cos } = sinCosDeg(clockDeg);
    const x = anatomy.nippleX + anatomy.outer * sin * distance;
    const z = anatomy.nippleZ + cos * distance;
    const share = random.between(0, 1);
    const column = columnAt(breast, x, z);
    const [rx, ry, rz] = draw.radiiMm;
    const top = (breast.field.skinBottomMm[column] ?? 0) + FREE_MM.layers + ry;
    const bottom = (breast.fasciaMm[column] ?? 0) - FREE_MM.layers - ry;
    if (bottom <= top) continue;
    const centreMm: Vec3 = [x, top + share * (bottom - top), z];
    const size = Math.max(rx, rz);
    if (lengthOf(x, z) + size > anatomy.contactRadiusMm - FREE_MM.rim) continue;
    if (distance < anatomy.nippleRadiusMm + size + FREE_MM.nipple) continue;
    if (!others.every((other) => isApart(centreMm, draw.radiiMm, other))) continue;
    if (n >= GLAND_PLACEMENTS || isGland(breast, column, centreMm[1])) return centreMm;
  }
  return null;
}

function isApart([x, y, z]: Vec3, radiiMm: Vec3, other: PlacedLesion): boolean {
  const [ox, oy, oz] = other.centreMm;
  const minDistance = Math.max(...radiiMm) + Math.max(...other.radiiMm) + FREE_MM.other;
  return lengthOf(x - ox, y - oy, z - oz) > minDistance;
}

function columnAt({ field }: Breast, x: number, z: number): number {
  const i = Math.max(0, Math.min(field.nx - 1, Math.floor(x / field.cellMm + field.nx / 2)));
  const k = Math.max(0, Math.min(field.nz - 1, Math.floor(z / field.cellMm + field.nz / 2)));
  return k * field.nx + i;
}

function isGland({ field }: Breast, column: number, depthMm: number): boolean {
  const j = Math.min(field.ny - 1, Math.floor(depthMm / field.cellMm));
  return field.labels[column * field.ny + j] === TISSUE.gland;
}
