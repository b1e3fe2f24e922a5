import { hash32, randomOf } from '../math/random.ts';

/** BI-RADS composition: a almost entirely fatty to d extremely dense. */
export type DensityCategory = 'a' | 'b' | 'c' | 'd';
/** How the nipple lies: raised, level with the skin, or drawn in, where gel fills the hollow. */
export type NippleVariant = 'everted' | 'flat' | 'inverted';

/** What is drawn by lot for one breast; x is measured towards the outer side. */
export interface Anatomy {
  /** What all of it is drawn from: not the breast's own seed, whose neighbours would share numbers. */
  readonly seed: number;
  /** +1 when outer is towards the patient's left (left breast), −1 for the right one. */
  readonly outer: 1 | -1;
  readonly nippleX: number;
  readonly nippleZ: number;
  readonly nippleRadiusMm: number;
  readonly nippleLengthMm: number;
  readonly nippleVariant: NippleVariant;
  /** How deep the hollow of an inverted nipple is; 0 for the others. */
  readonly nippleHollowMm: number;
  /** One way, dB per cm and MHz: by it the nipple throws a shadow, or none. */
  readonly nippleAttenuation: number;
  readonly gelMm: number;
  readonly skinMm: number;
  readonly contactRadiusMm: number;
  readonly fatMm: number;
  /** 0..1, its quarters are BI-RADS composition a to d. */
  readonly density: number;
  /** Depth of the pectoral fascia under the nipple, about. */
  readonly muscleMm: number;
  readonly pectoralMm: number;
  readonly ribSpacingMm: number;
  readonly ribPhaseMm: number;
  readonly ribSlope: number;
  /** Of fat and muscle against gland, added to the middle values. */
  readonly fatShiftDb: number;
  readonly muscleShiftDb: number;
}

/** One nipple in six throws no shadow. */
const SHADOWLESS = 1 / 6;

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
    contactRadiusMm: random.between(68, 73),
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

export function densityCategory({ density }: Pick<Anatomy, 'density'>): DensityCategory {
  if (density < 0.25) return 'a';
  if (density < 0.5) return 'b';
  return density < 0.75 ? 'c' : 'd';
}
