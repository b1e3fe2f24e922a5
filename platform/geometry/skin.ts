import { depthFromFaceMm, type TransducerFace } from './recorded-box.ts';
import type { Vec3 } from './vec3.ts';

/** Number of clock angles of a skin height map, 1° apart. */
export const SKIN_ANGLES = 360;

/**
 * Upper skin surface around the rotation axis (x = z = 0): its y in the patient in millimetres, as
 * `depthMm[angle · radii + radius]`, clock angles 1° apart from 0°, radii `radiusStepMm` apart from
 * the axis. NaN without transducer contact or recorded data.
 */
export interface SkinSurface {
  readonly radii: number;
  readonly radiusStepMm: number;
  readonly depthMm: Float32Array;
}

/**
 * Returns y of the skin at a point of the coronal plane, interpolated linearly; null if unknown.
 */
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
    // Skips neighbours of weight 0, because the last radius has no next one.
    if (weight === 0) continue;
    const at = q < radii ? (depthMm[(angle % SKIN_ANGLES) * radii + q] ?? Number.NaN) : Number.NaN;
    y += weight * at;
  }
  return Number.isFinite(y) ? y : null;
}

/** Reference surface of depth: the skin where known, otherwise the transducer face. */
export interface Surface {
  readonly skin: SkinSurface | null;
  readonly face: TransducerFace;
}

/** Reference of a depth, which every displayed depth must name. */
export type DepthReference = 'skin' | 'transducer-face';

export interface Depth {
  /** Along +y from the skin, at right angles from the face; negative above them, in the gel. */
  readonly depthMm: number;
  readonly depthReference: DepthReference;
}

/**
 * Returns the depth of a point below the skin where known, otherwise below the transducer face,
 * with the reference used.
 */
export function depthBelowSkin({ skin, face }: Surface, pointMm: Vec3): Depth {
  const [x, y, z] = pointMm;
  const skinMm = skin === null ? null : skinYMm(skin, x, z);
  return skinMm === null
    ? { depthMm: depthFromFaceMm(face, pointMm), depthReference: 'transducer-face' }
    : { depthMm: y - skinMm, depthReference: 'skin' };
}
