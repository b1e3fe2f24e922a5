import { type BreastPosition, breastPosition, type Side, scale, type Vec3 } from '#geometry';
import { type Random, randomOf } from '../math/random.ts';
import {
  type Anatomy,
  type DensityCategory,
  densityCategory,
  drawAnatomy,
  type NippleVariant,
} from './anatomy.ts';
import { type Breast, buildBreast } from './build-breast.ts';
import type { Descriptors } from './descriptors.ts';
import { drawLesion, KIND_WEIGHTS, type LesionKind } from './lesion-kinds.ts';
import { drawLocation } from './lesion-locations.ts';
import { insertLesion, type Lesion } from './lesions.ts';
import { acousticsOf, TISSUE, type TissueField } from './tissue.ts';

/** Ground truth of a lesion, as a perfect reader would report it. */
export interface TrueLesion {
  readonly kind: LesionKind;
  readonly descriptors: Descriptors;
  readonly centreMm: Vec3;
  /** Half axes along x, y, z, before the surface is deformed. */
  readonly radiiMm: Vec3;
  readonly position: BreastPosition;
  /** Returns whether a point belongs to the lesion, its spicules included. */
  contains(point: Vec3): boolean;
}

/**
 * Ground truth of a phantom, for tests, figures and the sample findings of the demonstration; no
 * algorithm may read it. Millimetres in
 * patient axes with the origin where the rotation axis meets the transducer face.
 */
export interface PhantomTruth {
  readonly seed: number;
  readonly side: Side;
  /** Empty in a quarter of all breasts. */
  readonly lesions: readonly TrueLesion[];
  /** BI-RADS composition, and the underlying number in 0..1. */
  readonly density: { readonly category: DensityCategory; readonly share: number };
  /** Tip of the nipple, on the skin; for an inverted nipple the floor of its hollow. */
  readonly nippleMm: Vec3;
  readonly nippleVariant: NippleVariant;
  /** One-way attenuation of the nipple in dB per cm and MHz; gland has about 0.75. */
  readonly nippleAttenuation: number;
  /** Returns the depth of the skin's outer surface at (x, z). */
  skinDepthMm(x: number, z: number): number;
}

/** A specular surface: its depth by column, and the labels on both sides. */
export interface SpecularSurface {
  readonly heightMm: Float32Array;
  readonly above: number;
  readonly below: number;
}

/** A simulated breast: the tissue for imaging and, separately, the truth. */
export interface Phantom {
  readonly field: TissueField;
  readonly specularSurfaces: readonly SpecularSurface[];
  readonly lesions: readonly Lesion[];
  readonly truth: PhantomTruth;
}

/** Weights of the number of lesions; a quarter of all breasts has none. */
const COUNT_WEIGHTS: readonly (readonly [number, number])[] = [
  [0, 0.25],
  [1, 0.4],
  [2, 0.22],
  [3, 0.13],
];

/**
 * Creates the breast of a seed and side; the two sides of a seed mirror each other. Takes about 0.5
 * s. `lesionScale` changes the size of all lesions, such as for an earlier examination of the same
 * breast; everything else is unchanged.
 */
export function createPhantom(seed: number, side: Side, lesionScale = 1): Phantom {
  const anatomy = drawAnatomy(seed, side === 'L' ? 1 : -1);
  const breast = buildBreast(anatomy);
  const lesions = addLesions(breast, anatomy, lesionScale);
  return {
    field: breast.field,
    specularSurfaces: specularSurfacesOf(breast),
    lesions,
    truth: truthOf(seed, anatomy, side, breast.field, lesions),
  };
}

/**
 * Returns the number of lesions drawn for a breast; a lesion without a free location is omitted
 * later.
 */
export function lesionCount({ seed }: Pick<Anatomy, 'seed'>): number {
  return randomOf(seed, 2).among(COUNT_WEIGHTS);
}

function addLesions(breast: Breast, anatomy: Anatomy, lesionScale: number): readonly Lesion[] {
  const count = lesionCount(anatomy);
  const lesions: Lesion[] = [];
  for (let n = 0; n < count; n += 1) {
    // Uses separate random numbers per lesion, so that a late or missing location does not change
    // other lesions.
    const lesion = addLesion(breast, anatomy, lesions, randomOf(anatomy.seed, 8 + n), lesionScale);
    if (lesion !== null) lesions.push(lesion);
  }
  return lesions;
}

function addLesion(
  breast: Breast,
  anatomy: Anatomy,
  others: readonly Lesion[],
  random: Random,
  lesionScale: number,
): Lesion | null {
  const fatDb = acousticsOf(TISSUE.fat).echoDb + anatomy.fatShiftDb;
  const draw = drawLesion(random.among(KIND_WEIGHTS), random, fatDb);
  const centreMm = drawLocation(breast, anatomy, draw, others, random);
  if (centreMm === null) return null;
  const radiiMm = scale(draw.radiiMm, lesionScale);
  return insertLesion(breast.field, { ...draw, radiiMm }, centreMm, others.length, anatomy.outer);
}

function specularSurfacesOf({ field, fasciaMm, chest }: Breast): readonly SpecularSurface[] {
  return [
    { heightMm: field.skinTopMm, above: TISSUE.gel, below: TISSUE.skin },
    { heightMm: field.skinBottomMm, above: TISSUE.skin, below: TISSUE.fat },
    { heightMm: fasciaMm, above: TISSUE.fat, below: TISSUE.muscle },
    { heightMm: chest.ribMm, above: TISSUE.muscle, below: TISSUE.rib },
    { heightMm: chest.lungMm, above: TISSUE.muscle, below: TISSUE.lung },
  ];
}

function truthOf(
  seed: number,
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
  const { nippleX, nippleZ } = anatomy;
  const nippleMm: Vec3 = [nippleX, skinDepthMm(nippleX, nippleZ), nippleZ];
  const lesionTruth = (lesion: Lesion): TrueLesion => {
    const { kind, descriptors, centreMm, radiiMm, contains } = lesion;
    const surfaceMm = skinDepthMm(centreMm[0], centreMm[2]);
    const depth = { depthMm: centreMm[1] - surfaceMm, depthReference: 'skin' } as const;
    const position = breastPosition(side, nippleMm, centreMm, depth);
    return { kind, descriptors, centreMm, radiiMm, position, contains };
  };
  return {
    seed,
    side,
    lesions: lesions.map(lesionTruth),
    density: { category: densityCategory(anatomy), share: anatomy.density },
    nippleMm,
    nippleVariant: anatomy.nippleVariant,
    nippleAttenuation: anatomy.nippleAttenuation,
    skinDepthMm,
  };
}
