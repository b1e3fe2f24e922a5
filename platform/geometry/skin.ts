import type { DepthReference } from './breast-position.ts';
import type { Vec3 } from './vec3.ts';

/** Clock angles of a height map of the skin, 1° apart. */
export const SKIN_ANGLES = 360;

/**
 * The skin's upper surface about the rotation axis (x = z = 0): its y in the patient, millimetres,
 * `depthMm[angle · radii + radius]`, clock angles 1° apart from 0°, radii `radiusStepMm` apart from
 * the axis. NaN where the transducer had no contact or nothing was recorded.
 */
export interface SkinSurface {
  readonly radii: number;
  readonly radiusStepMm: number;
  readonly depthMm: Float32Array;
}

/** y of the skin at a place of the coronal plane, straight between the map's places; null where it is not known. */
export function skinYMm(skin: SkinSurface, x: number, z: number): number | null {
  const { radii, radiusStepMm, depthMm } = skin;
  const radius = Math.hypot(x, z) / radiusStepMm;
  const deg = ((Math.atan2(x, z) * 180) / Math.PI + 360) % 360;
  const [r, a] = [Math.floor(radius), Math.floor(deg)];
  const [tr, ta] = [radius - r, deg - a];
  let y = 0;
  for (const [angle, q, weight] of [
    [a, r, (1 - ta) * (1 - tr)],
    [a, r + 1, (1 - ta) * tr],
    [a + 1, r, ta * (1 - tr)],
    [a + 1, r + 1, ta * tr],
  ] as const) {
    // A place that does not count need not be known: the last radius has no next one.
    if (weight === 0) continue;
    const at = q < radii ? (depthMm[(angle % SKIN_ANGLES) * radii + q] ?? Number.NaN) : Number.NaN;
    y += weight * at;
  }
  return Number.isFinite(y) ? y : null;
}

/** What depth is counted from: the skin where it is known, else the transducer face. */
export interface Surface {
  readonly skin: SkinSurface | null;
  /** y of the transducer face. */
  readonly faceMm: number;
}

export interface Depth {
  /** Along +y; negative above the surface, in the gel. */
  readonly depthMm: number;
  readonly depthReference: DepthReference;
}

/**
 * How deep a place lies: below the skin where the skin is known beside it, else below the
 * transducer face. Which of the two it is belongs to the figure.
 */
export function depthBelowSkin({ skin, faceMm }: Surface, [x, y, z]: Vec3): Depth {
  const skinMm = skin === null ? null : skinYMm(skin, x, z);
  return skinMm === null
    ? { depthMm: y - faceMm, depthReference: 'transducer-face' }
    : { depthMm: y - skinMm, depthReference: 'skin' };
}
