import { amplitudeOfDb } from '../math/portable-math.ts';

/**
 * Kinds of tissue; the number is the label in the grid. Labels from 16 on are the tissues of
 * lesions.
 */
export const TISSUE = {
  gel: 0,
  skin: 1,
  fat: 2,
  gland: 3,
  ligament: 4,
  muscle: 5,
  nipple: 6,
  cyst: 7,
  cystWall: 8,
  solid: 9,
  halo: 10,
  duct: 11,
  rib: 12,
  lung: 13,
  /** Muscle over ribs, labelled by cells only. */
  chestWall: 14,
} as const;
export type TissueLabel = (typeof TISSUE)[keyof typeof TISSUE];

/** Acoustic properties of a tissue. */
export interface Acoustics {
  /** Scatterer strength in dB relative to gland. */
  readonly echoDb: number;
  /** One-way attenuation, dB per cm and MHz. */
  readonly attenuation: number;
  /** Impedance in MRayl; its steps cause specular lines. */
  readonly impedance: number;
  /** Speed of sound in m/s; its steps refract beams at edges. */
  readonly speed: number;
}

/**
 * Average values of published ranges (attenuation and speed tables of PMC5087608 and PMC10001275;
 * echo levels from the BI-RADS descriptors). A phantom varies the attenuation by its seed.
 */
const ACOUSTICS: readonly (readonly [TissueLabel, Acoustics])[] = [
  [TISSUE.gel, { echoDb: -60, attenuation: 0.05, impedance: 1.5, speed: 1500 }],
  [TISSUE.skin, { echoDb: 3, attenuation: 1.2, impedance: 1.75, speed: 1600 }],
  [TISSUE.fat, { echoDb: -13, attenuation: 0.5, impedance: 1.36, speed: 1445 }],
  [TISSUE.gland, { echoDb: 0, attenuation: 0.75, impedance: 1.57, speed: 1520 }],
  [TISSUE.ligament, { echoDb: 3, attenuation: 1.0, impedance: 1.66, speed: 1560 }],
  [TISSUE.muscle, { echoDb: -11, attenuation: 0.8, impedance: 1.68, speed: 1580 }],
  [TISSUE.nipple, { echoDb: -3, attenuation: 2.2, impedance: 1.66, speed: 1580 }],
  [TISSUE.cyst, { echoDb: -48, attenuation: 0.05, impedance: 1.52, speed: 1530 }],
  [TISSUE.cystWall, { echoDb: 1, attenuation: 0.6, impedance: 1.62, speed: 1560 }],
  [TISSUE.solid, { echoDb: -15, attenuation: 1.6, impedance: 1.66, speed: 1565 }],
  [TISSUE.halo, { echoDb: 3, attenuation: 1.1, impedance: 1.6, speed: 1540 }],
  [TISSUE.duct, { echoDb: -22, attenuation: 0.5, impedance: 1.54, speed: 1510 }],
  [TISSUE.rib, { echoDb: 0, attenuation: 15, impedance: 5, speed: 1580 }],
  [TISSUE.lung, { echoDb: -10, attenuation: 20, impedance: 0.5, speed: 1580 }],
  [TISSUE.chestWall, { echoDb: -11, attenuation: 0.8, impedance: 1.68, speed: 1580 }],
];

/** Maximum number of lesions per breast. */
export const MAX_LESIONS = 3;
const FIRST_LESION_LABEL = 16;
/** Parts of a lesion; each has a separate label. */
const LESION_PARTS = ['body', 'rim', 'core', 'calcification'] as const;
export type LesionPart = (typeof LESION_PARTS)[number];

/** Returns the label of a part of the breast's first, second or third lesion. */
export function lesionLabel(lesion: number, part: LesionPart): number {
  return FIRST_LESION_LABEL + lesion * LESION_PARTS.length + LESION_PARTS.indexOf(part);
}
const LABEL_KINDS = lesionLabel(MAX_LESIONS, 'body');

/** Returns the average properties of a kind of tissue. */
export function acousticsOf(label: TissueLabel): Acoustics {
  const entry = ACOUSTICS.find(([candidate]) => candidate === label);
  if (entry === undefined) throw new Error(`Unknown tissue label ${label}`);
  return entry[1];
}

/** Tables by label: scatterer amplitude (1 = gland), attenuation, impedance and speed. */
export interface AcousticTables {
  readonly amplitude: Float32Array;
  readonly attenuation: Float32Array;
  readonly impedance: Float32Array;
  readonly speed: Float32Array;
}

/**
 * Returns the tables of the kinds of tissue. `vary(label)` is a factor of about 1 on the
 * attenuation of a label, `shiftDb(label)` is added to its echo level.
 */
export function acousticTables(
  vary: (label: number) => number,
  shiftDb: (label: number) => number = () => 0,
): AcousticTables {
  const tables: AcousticTables = {
    amplitude: new Float32Array(LABEL_KINDS),
    attenuation: new Float32Array(LABEL_KINDS),
    impedance: new Float32Array(LABEL_KINDS).fill(1),
    speed: new Float32Array(LABEL_KINDS).fill(1),
  };
  for (const [label, acoustics] of ACOUSTICS) {
    const { echoDb, attenuation } = acoustics;
    setAcoustics(tables, label, {
      ...acoustics,
      echoDb: echoDb + shiftDb(label),
      attenuation: attenuation * vary(label),
    });
  }
  return tables;
}

/** Sets the acoustic properties of a label. */
export function setAcoustics(tables: AcousticTables, label: number, acoustics: Acoustics): void {
  tables.amplitude[label] = amplitudeOfDb(acoustics.echoDb);
  tables.attenuation[label] = acoustics.attenuation;
  tables.impedance[label] = acoustics.impedance;
  tables.speed[label] = acoustics.speed;
}

/**
 * Tissue of a breast for image formation. Columns run in depth (y); column (i, k) is at x = (i −
 * nx/2 + 0.5) · cellMm, z likewise. Skin and muscle are height maps, to avoid stair-steps in their
 * lines; the tissue between is labelled by cells.
 */
export interface TissueField {
  readonly cellMm: number;
  readonly nx: number;
  readonly ny: number;
  readonly nz: number;
  /** Labels, y fastest: `labels[(k · nx + i) · ny + j]`, cell j from j · cellMm downward. */
  readonly labels: Uint8Array;
  /**
   * Depth of the skin's upper and lower surface and of the pectoral fascia by column, in mm. All
   * tissue below the fascia is muscle or ligament; over ribs the fascia is set to a far depth, and
   * only the labels of the cells apply.
   */
  readonly skinTopMm: Float32Array;
  readonly skinBottomMm: Float32Array;
  readonly muscleTopMm: Float32Array;
  readonly acoustics: AcousticTables;
  /** Seed of the scatterers, which are fixed in the tissue. */
  readonly scattererSeed: number;
}
