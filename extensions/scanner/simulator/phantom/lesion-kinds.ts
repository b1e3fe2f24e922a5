import type { Vec3 } from '#geometry';
import type { Random } from '../math/random.ts';
import { type Descriptors, orientationOf, posteriorOf, smoothShapeOf } from './descriptors.ts';
import { type Acoustics, acousticsOf, TISSUE } from './tissue.ts';

export type LesionKind =
  | 'cyst'
  | 'complex-cyst'
  | 'fibroadenoma'
  | 'cancer'
  | 'isoechoic-cancer'
  | 'calcifications'
  | 'lymph-node';

/** Random parameters of a lesion except its location. */
export interface LesionDraw {
  readonly kind: LesionKind;
  /** Half axes along x, y (depth), z before the surface is deformed. */
  readonly radiiMm: Vec3;
  /** Typical deviation of the surface as a share of the radius; the maximum is twice as large. */
  readonly unevenness: number;
  /** Null where there is no mass. */
  readonly body: Acoustics | null;
  /** Surrounding layer: a wall, a capsule or a halo; null for none. */
  readonly rim: (Acoustics & { readonly thicknessMm: number }) | null;
  /**
   * Inner part, e.g. a nodule in a cyst or the hilum of a node, in shares of the radii; null for
   * none.
   */
  readonly core: (Acoustics & { readonly at: Vec3; readonly size: number }) | null;
  readonly spicules: number;
  readonly calcifications: number;
  readonly descriptors: Descriptors;
}

/** Relative frequency of each kind of lesion. */
export const KIND_WEIGHTS: readonly (readonly [LesionKind, number])[] = [
  ['cyst', 0.27],
  ['complex-cyst', 0.1],
  ['fibroadenoma', 0.23],
  ['cancer', 0.2],
  ['isoechoic-cancer', 0.08],
  ['calcifications', 0.05],
  ['lymph-node', 0.07],
];

const LIQUID = acousticsOf(TISSUE.cyst);
const WALL = acousticsOf(TISSUE.cystWall);
const MASS = acousticsOf(TISSUE.solid);
const HALO = acousticsOf(TISSUE.halo);

/**
 * Draws the parameters of a lesion; `fatDb` is the echo level of this breast's fat relative to
 * gland.
 */
export function drawLesion(kind: LesionKind, random: Random, fatDb: number): LesionDraw {
  const drawn = DRAWS[kind](random, fatDb);
  const { body, radiiMm } = drawn;
  const posterior = body === null ? null : posteriorOf(body.attenuation, 2 * radiiMm[1]);
  return { kind, ...drawn, descriptors: { ...drawn.descriptors, posterior } };
}

type Draw = (random: Random, fatDb: number) => Omit<LesionDraw, 'kind'>;
const PLAIN = { core: null, spicules: 0, calcifications: 0 } as const;
/** The posterior feature follows from the lesion's body. */
const DEFAULT_DESCRIPTORS = { posterior: null, calcifications: 'none' } as const;

/**
 * Draws two lateral half axes that differ slightly; `depth` is the depth axis as a share of the
 * radius.
 */
function radii(random: Random, radius: number, depth: number): Vec3 {
  return [radius * random.between(0.9, 1.1), radius * depth, radius * random.between(0.9, 1.1)];
}

const DRAWS: Readonly<Record<LesionKind, Draw>> = {
  cyst: (random) => {
    const radiiMm = radii(random, random.between(2.2, 6.5), random.between(0.72, 1));
    return {
      ...PLAIN,
      radiiMm,
      unevenness: 0.02,
      body: {
        ...LIQUID,
        echoDb: random.between(-58, -28),
        attenuation: random.between(0.03, 0.18),
      },
      rim: { ...WALL, echoDb: random.between(-3, 3), thicknessMm: 0.5 },
      descriptors: {
        ...DEFAULT_DESCRIPTORS,
        shape: smoothShapeOf(radiiMm),
        orientation: orientationOf(radiiMm),
        margin: ['CIRCUMSCRIBE'],
        echoPattern: 'ANCH',
        massType: 'SC',
      },
    };
  },
  'complex-cyst': (random, fatDb) => {
    const radiiMm = radii(random, random.between(3.5, 7.5), random.between(0.7, 0.95));
    const side = random.chance(0.5) ? 1 : -1;
    return {
      ...PLAIN,
      radiiMm,
      unevenness: random.between(0.03, 0.08),
      body: { ...LIQUID, echoDb: random.between(-34, -20), attenuation: random.between(0.1, 0.3) },
      rim: { ...WALL, echoDb: random.between(-4, 2), thicknessMm: random.between(0.7, 1.4) },
      core: {
        ...MASS,
        echoDb: fatDb + random.between(-4, 3),
        attenuation: random.between(0.6, 1.2),
        at: [side * random.between(0.3, 0.6), random.between(0.1, 0.5), random.between(-0.4, 0.4)],
        size: random.between(0.3, 0.55),
      },
      descriptors: {
        ...DEFAULT_DESCRIPTORS,
        shape: smoothShapeOf(radiiMm),
        orientation: orientationOf(radiiMm),
        margin: ['MICROLOBULATE'],
        echoPattern: 'HETEROGENEOUS',
        massType: 'COMP_C_SOL_MASS',
      },
    };
  },
  fibroadenoma: (random, fatDb) => {
    const radiiMm = radii(random, random.between(3, 8), random.between(0.55, 0.75));
    return {
      ...PLAIN,
      radiiMm,
      unevenness: 0.07,
      body: {
        ...MASS,
        echoDb: fatDb - random.between(1, 6),
        attenuation: random.between(0.6, 1),
      },
      rim: { ...WALL, echoDb: random.between(-6, 2), thicknessMm: 0.5 },
      descriptors: {
        ...DEFAULT_DESCRIPTORS,
        shape: 'OVAL',
        orientation: 'PAR',
        margin: ['CIRCUMSCRIBE'],
        echoPattern: 'HYPOECHOIC',
        massType: 'MASS',
      },
    };
  },
  cancer: (random, fatDb) => {
    const radius = random.between(2.5, 7.5);
    const calcifications = random.chance(0.35) ? random.integer(3, 10) : 0;
    return {
      ...PLAIN,
      radiiMm: radii(random, radius, random.between(0.95, 1.25)),
      unevenness: random.between(0.26, 0.38),
      body: {
        ...MASS,
        echoDb: fatDb - random.between(4, 12),
        attenuation: random.between(0.9, 2.2),
      },
      rim: {
        ...HALO,
        echoDb: random.between(-3, 4),
        thicknessMm: radius * random.between(0.12, 0.3),
      },
      spicules: random.integer(14, 26),
      calcifications,
      descriptors: {
        shape: 'IRREG',
        orientation: 'NOT_PAR',
        margin: ['SPICULATE', 'ANG'],
        echoPattern: 'HYPOECHOIC',
        posterior: null,
        massType: 'MASS',
        calcifications: calcifications > 0 ? 'in the mass' : 'none',
      },
    };
  },
  'isoechoic-cancer': (random, fatDb) => ({
    ...PLAIN,
    radiiMm: radii(random, random.between(3, 7), random.between(0.85, 1.15)),
    unevenness: random.between(0.18, 0.3),
    body: {
      ...MASS,
      echoDb: fatDb + random.between(-1.5, 2.5),
      attenuation: random.between(0.8, 1.7),
    },
    rim: null,
    descriptors: {
      ...DEFAULT_DESCRIPTORS,
      shape: 'IRREG',
      orientation: 'NOT_PAR',
      margin: ['INDIS'],
      echoPattern: 'ISOECHOIC',
      massType: 'MASS',
    },
  }),
  calcifications: (random) => ({
    ...PLAIN,
    radiiMm: radii(random, random.between(2.5, 6), random.between(0.6, 1)),
    unevenness: 0,
    body: null,
    rim: null,
    calcifications: random.integer(6, 18),
    descriptors: {
      shape: null,
      orientation: null,
      margin: [],
      echoPattern: null,
      posterior: null,
      massType: 'SCAT_CALC',
      calcifications: 'without a mass',
    },
  }),
  'lymph-node': (random, fatDb) => ({
    ...PLAIN,
    radiiMm: radii(random, random.between(2.5, 5.5), random.between(0.5, 0.68)),
    unevenness: 0.03,
    body: {
      ...MASS,
      echoDb: fatDb - random.between(3, 8),
      attenuation: random.between(0.5, 0.85),
    },
    rim: { ...WALL, echoDb: random.between(-4, 2), thicknessMm: 0.5 },
    core: {
      ...HALO,
      echoDb: random.between(-2, 4),
      attenuation: 0.8,
      at: [random.between(-0.2, 0.2), random.between(-0.35, 0), random.between(-0.2, 0.2)],
      size: random.between(0.38, 0.52),
    },
    descriptors: {
      ...DEFAULT_DESCRIPTORS,
      shape: 'OVAL',
      orientation: 'PAR',
      margin: ['CIRCUMSCRIBE'],
      echoPattern: 'HYPOECHOIC',
      massType: 'INTRA_NODE',
    },
  }),
};
