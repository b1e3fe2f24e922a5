import { hash32, randomOf } from '../math/random.ts';

/** BI-RADS composition, from a (almost entirely fatty) to d (extremely dense). */
export type DensityCategory = 'a' | 'b' | 'c' | 'd';
/** Nipple shape: raised, level with the skin, or inverted with a hollow filled by gel. */
export type NippleVariant = 'everted' | 'flat' | 'inverted';

/** Random parameters of a breast. Both sides of a seed differ only in `outer` and `nippleX`. */
export interface Anatomy {
  /**
   * Seed of all parameters; differs from the breast's own seed, because consecutive seeds would
   * share numbers.
   */
  readonly seed: number;
  /** +1 if outer is towards the patient's left (left breast), −1 for the right breast. */
  readonly outer: 1 | -1;
  /** Location of the nipple in patient axes, in mm. */
  readonly nippleX: number;
  readonly nippleZ: number;
  readonly nippleRadiusMm: number;
  readonly nippleLengthMm: number;
  readonly nippleVariant: NippleVariant;
  /** Depth of the hollow of an inverted nipple; 0 for other nipples. */
  readonly nippleHollowMm: number;
  /** One-way attenuation in dB per cm and MHz; determines the nipple's shadow. */
  readonly nippleAttenuation: number;
  /** Mean thickness of gel and skin. */
  readonly gelMm: number;
  readonly skinMm: number;
  /** Distance from the axis beyond which the skin leaves the membrane. */
  readonly contactRadiusMm: number;
  /** Thickness of the fat over the gland, away from the nipple. */
  readonly fatMm: number;
  /** 0..1; the quarters are BI-RADS composition a to d. */
  readonly density: number;
  /** Approximate depth of the pectoral fascia under the nipple. */
  readonly muscleMm: number;
  /** Thickness of the pectoral muscle over the ribs. */
  readonly pectoralMm: number;
  /** Distance between ribs, offset of the ribs along z, and slope of the ribs against x. */
  readonly ribSpacingMm: number;
  readonly ribPhaseMm: number;
  readonly ribSlope: number;
  /** Level of fat and muscle relative to gland in dB, added to the average values. */
  readonly fatShiftDb: number;
  readonly muscleShiftDb: number;
}

/** Radius about the axis in mm within which the skin of every phantom touches the membrane. */
export const MIN_CONTACT_RADIUS_MM = 68;

/** Share of nipples without a shadow. */
const SHADOWLESS = 1 / 6;

/** Draws the parameters of a breast from its seed. */
export function drawAnatomy(breastSeed: number, outer: 1 | -1): Anatomy {
  const seed = hash32(breastSeed, 0x6b1f, 0x2d3a);
  const random = randomOf(seed, 1);
  return {
    seed,
    outer,
    nippleX: outer * random.between(-5.6, 5.6),
    nippleZ: random.between(-5.6, 5.6),
    gelMm: random.between(0.7, 1.3),
    skinMm: random.between(1.6, 2.2),
    contactRadiusMm: random.between(MIN_CONTACT_RADIUS_MM, 73),
    fatMm: random.between(5.5, 9),
    density: random.between(0, 1),
    muscleMm: random.between(31, 41),
    pectoralMm: random.between(6, 11),
    ribSpacingMm: random.between(24, 30),
    ribPhaseMm: random.between(0, 30),
    ribSlope: random.between(0.05, 0.35),
    fatShiftDb: random.between(-2, 3),
    muscleShiftDb: random.between(-2, 2),
    ...drawNipple(seed),
  };
}

function drawNipple(seed: number) {
  const random = randomOf(seed, 5);
  const nippleVariant = random.among<NippleVariant>([
    ['everted', 0.65],
    ['flat', 0.2],
    ['inverted', 0.15],
  ]);
  const inverted = nippleVariant === 'inverted';
  return {
    nippleVariant,
    nippleRadiusMm: random.between(4, 6.5),
    nippleLengthMm: nippleVariant === 'flat' ? random.between(1.8, 3) : random.between(4, 8),
    nippleHollowMm: inverted ? random.between(2, 4.5) : 0,
    nippleAttenuation: random.chance(SHADOWLESS)
      ? random.between(0.5, 0.9)
      : random.between(0.9, 3.1),
  };
}

/** Returns the BI-RADS composition of a density. */
export function densityCategory({ density }: Pick<Anatomy, 'density'>): DensityCategory {
  if (density < 0.25) return 'a';
  if (density < 0.5) return 'b';
  return density < 0.75 ? 'c' : 'd';
}
