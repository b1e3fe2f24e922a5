import {
  type BreastPosition,
  breastPosition,
  radialDirection,
  type Side,
  type Vec3,
} from '#geometry';
import { type Anatomy, drawAnatomy, growBreast } from './anatomy.ts';
import { type Lesion, placeLesion, shapeLesion } from './lesions.ts';
import { hash32, type Random, randomOf } from './random.ts';
import type { TissueField } from './tissue.ts';

/** A lesion with its place in the breast's own words. */
export interface TrueLesion extends Lesion {
  readonly position: BreastPosition;
}

/**
 * What is really in a phantom. For tests and figures only: no algorithm may read it. Millimetres
 * in patient axes with the origin where the rotation axis meets the transducer face.
 */
export interface PhantomTruth {
  readonly seed: number;
  readonly side: Side;
  readonly lesions: readonly TrueLesion[];
  /** Tip of the nipple, on the skin. */
  readonly nippleMm: Vec3;
  /** Depth of the skin's outer surface at (x, z). */
  skinDepthMm(x: number, z: number): number;
}

/** A simulated breast: the tissue to look at and, apart from it, the truth. */
export interface Phantom {
  readonly field: TissueField;
  readonly lesions: readonly Lesion[];
  readonly truth: PhantomTruth;
}

/** Makes the breast of a seed and side: one simple cyst, one solid mass. Takes about half a second. */
export function createPhantom(seed: number, side: Side): Phantom {
  const anatomy = drawAnatomy(seed, side === 'L' ? 1 : -1);
  const field = growBreast(anatomy);
  const lesions = drawLesions(anatomy).map((drawn, i) => shapeLesion(drawn, hash32(seed, 31, i)));
  for (const lesion of lesions) placeLesion(field, lesion);
  return { field, lesions, truth: truthOf(anatomy, side, field, lesions) };
}

function drawLesions(anatomy: Anatomy): readonly Omit<Lesion, 'reachAt'>[] {
  const random = randomOf(anatomy.seed, 2);
  // Clock angles are drawn for the left breast and mirrored, like all anatomy.
  const cystDeg = random.between(20, 80);
  const solidDeg = cystDeg + random.between(90, 230);
  const cystRadius = random.between(4.5, 6.5);
  const solidRadius = random.between(4.5, 6.5);
  return [
    {
      kind: 'cyst',
      centreMm: placeAt(anatomy, cystDeg, random.between(20, 34), random.between(15, 21)),
      radiiMm: [cystRadius * random.between(1, 1.2), cystRadius * 0.9, cystRadius],
    },
    {
      kind: 'solid',
      centreMm: placeAt(anatomy, solidDeg, random.between(18, 32), random.between(14, 18)),
      radiiMm: uprightRadii(solidRadius, random),
    },
  ];
}

/** Taller than wide: a mass that does not follow the layers of the breast. */
function uprightRadii(radius: number, random: Random): Vec3 {
  return [radius * random.between(0.85, 1.05), radius * random.between(0.95, 1.15), radius * 0.95];
}

function placeAt(anatomy: Anatomy, clockDeg: number, distanceMm: number, depthMm: number): Vec3 {
  const [dx, , dz] = radialDirection(clockDeg);
  return [
    anatomy.nippleX + anatomy.outer * dx * distanceMm,
    depthMm,
    anatomy.nippleZ + dz * distanceMm,
  ];
}

function truthOf(
  anatomy: Anatomy,
  side: Side,
  field: TissueField,
  lesions: readonly Lesion[],
): PhantomTruth {
  const skinDepthMm = (x: number, z: number): number => {
    const i = Math.min(field.nx - 1, Math.max(0, Math.floor(x / field.cellMm + field.nx / 2)));
    const k = Math.min(field.nz - 1, Math.max(0, Math.floor(z / field.cellMm + field.nz / 2)));
    return field.skinTopMm[k * field.nx + i] ?? Number.NaN;
  };
  const nippleMm: Vec3 = [
    anatomy.nippleX,
    skinDepthMm(anatomy.nippleX, anatomy.nippleZ),
    anatomy.nippleZ,
  ];
  return {
    seed: anatomy.seed,
    side,
    nippleMm,
    skinDepthMm,
    lesions: lesions.map((lesion) => ({
      ...lesion,
      position: breastPosition(
        side,
        nippleMm,
        lesion.centreMm,
        skinDepthMm(lesion.centreMm[0], lesion.centreMm[2]),
        'skin',
      ),
    })),
  };
}
