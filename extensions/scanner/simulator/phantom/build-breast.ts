import { lengthOf } from '../math/portable-math.ts';
import { hash32 } from '../math/random.ts';
import type { Anatomy } from './anatomy.ts';
import { addChestWall, type ChestWall } from './chest-wall.ts';
import { addDucts } from './ducts.ts';
import { acousticTables, TISSUE, type TissueField } from './tissue.ts';
import { octaves, smoothstep, valueNoise } from './value-noise.ts';

const CELL_MM = 0.5;
/** Lateral and depth step of the coarse grid on which the tissue fields are evaluated. */
const COARSE_MM = 1.5;
const COARSE_DEPTH_MM = 1;
/** Half width and depth of the grid, beyond the reach of the tilted sweep. */
const HALF_WIDTH_MM = 83;
const DEPTH_MM = 48;

/** A breast without lesions. */
export interface Breast {
  readonly field: TissueField;
  /** Depth of the pectoral fascia by column, also over ribs. */
  readonly fasciaMm: Float32Array;
  readonly chest: ChestWall;
}

/**
 * Builds the tissue of a breast without lesions. Deterministic: integer hashes and basic
 * arithmetic.
 */
export function buildBreast(anatomy: Anatomy): Breast {
  const nx = Math.round((2 * HALF_WIDTH_MM) / CELL_MM);
  const ny = Math.round(DEPTH_MM / CELL_MM);
  const columns = nx * nx;
  const field: TissueField = {
    cellMm: CELL_MM,
    nx,
    ny,
    nz: nx,
    labels: new Uint8Array(columns * ny),
    skinTopMm: new Float32Array(columns),
    skinBottomMm: new Float32Array(columns),
    muscleTopMm: new Float32Array(columns),
    acoustics: acousticsOfBreast(anatomy),
    scattererSeed: hash32(anatomy.seed, 55),
  };
  fillHeights(field, anatomy);
  fillLabels(field, anatomy);
  const fasciaMm = field.muscleTopMm.slice();
  addDucts(field, anatomy, anatomy.gelMm + anatomy.nippleHollowMm + anatomy.nippleLengthMm);
  return { field, fasciaMm, chest: addChestWall(field, anatomy) };
}

/**
 * Varies tissues from breast to breast: attenuation by ±20 %, for fat and muscle also the echo
 * level.
 */
function acousticsOfBreast(anatomy: Anatomy): TissueField['acoustics'] {
  const share = (label: number): number => hash32(anatomy.seed, 77, label) / 0x1_0000_0000;
  const tables = acousticTables(
    (label) => 0.8 + 0.4 * share(label),
    (label) => {
      if (label === TISSUE.fat) return anatomy.fatShiftDb;
      return label === TISSUE.muscle || label === TISSUE.chestWall ? anatomy.muscleShiftDb : 0;
    },
  );
  tables.attenuation[TISSUE.nipple] = anatomy.nippleAttenuation;
  tables.attenuation[TISSUE.chestWall] = tables.attenuation[TISSUE.muscle] ?? 0;
  return tables;
}

const columnMm = (index: number, count: number): number => (index - count / 2 + 0.5) * CELL_MM;

/**
 * Converts x to the outer direction of either breast, so that the anatomy is defined once and
 * mirrored.
 */
const outward = (anatomy: Anatomy, x: number): number => anatomy.outer * x;

/**
 * Returns whether a column lies in the corners of the grid, which no beam reaches and which stay
 * gel.
 */
const isOutsideField = (x: number, z: number): boolean => lengthOf(x, z) > HALF_WIDTH_MM + 3;

/** Fills the height maps of skin and muscle. */
function fillHeights(field: TissueField, anatomy: Anatomy): void {
  const uneven = valueNoise(hash32(anatomy.seed, 11), 18);
  const chest = octaves(hash32(anatomy.seed, 12), [40, 16]);
  for (let k = 0; k < field.nz; k += 1) {
    for (let i = 0; i < field.nx; i += 1) {
      const at = k * field.nx + i;
      const x = columnMm(i, field.nx);
      const z = columnMm(k, field.nz);
      const outwardX = outward(anatomy, x);
      const beyondContactMm = Math.max(0, lengthOf(x, z) - anatomy.contactRadiusMm);
      const fromNipple = lengthOf(x - anatomy.nippleX, z - anatomy.nippleZ);
      const level =
        anatomy.gelMm + 0.25 * uneven(outwardX, 0, z) + 0.05 * beyondContactMm * beyondContactMm;
      const top = level + hollowAt(anatomy, fromNipple);
      const inNipple = fromNipple < anatomy.nippleRadiusMm;
      field.skinTopMm[at] = top;
      // The nipple replaces the skin.
      field.skinBottomMm[at] = inNipple
        ? top
        : top + anatomy.skinMm * (1 + 0.1 * uneven(z, 5, outwardX));
      field.muscleTopMm[at] =
        anatomy.muscleMm + 5 * chest(outwardX, 0, z) - 0.0012 * (x * x + z * z);
    }
  }
}

/** Returns the depth of a hollow with soft edges, as wide as the nipple. */
function hollowAt({ nippleHollowMm, nippleRadiusMm }: Anatomy, fromNipple: number): number {
  return nippleHollowMm * (1 - smoothstep(0.15 * nippleRadiusMm, nippleRadiusMm, fromNipple));
}

/** Fields that determine the tissue at a location, evaluated on a coarse grid and interpolated. */
interface Fields {
  /** > 0 in gland. */
  readonly gland: Float32Array;
  /** > 0 in fat lobules within the gland. */
  readonly lobule: Float32Array;
  /** Near 0 on the sheets of Cooper's ligaments. */
  readonly sheet: Float32Array;
  /** Coarse columns along x and along z. */
  readonly n: number;
  /** Coarse depths. */
  readonly ny: number;
}

function coarseFields(anatomy: Anatomy): Fields {
  const n = Math.ceil((2 * HALF_WIDTH_MM) / COARSE_MM) + 2;
  const ny = Math.round(DEPTH_MM / COARSE_DEPTH_MM) + 2;
  const fields: Fields = {
    gland: new Float32Array(n * n * ny),
    lobule: new Float32Array(n * n * ny),
    sheet: new Float32Array(n * n * ny),
    n,
    ny,
  };
  const shape = octaves(hash32(anatomy.seed, 21), [20, 11, 6, 3.5], 0.6);
  const lobules = octaves(hash32(anatomy.seed, 22), [10, 5], 0.6);
  const sheets = octaves(hash32(anatomy.seed, 23), [16, 7], 1.4);
  for (let k = 0; k < n; k += 1) {
    for (let i = 0; i < n; i += 1) {
      const x = i * COARSE_MM - HALF_WIDTH_MM;
      const z = k * COARSE_MM - HALF_WIDTH_MM;
      if (isOutsideField(x, z)) continue;
      const outwardX = outward(anatomy, x);
      const fromNipple = lengthOf(x - anatomy.nippleX, z - anatomy.nippleZ);
      // More gland towards the upper outer quadrant, as in most breasts.
      const tail = (outwardX + z) / 120;
      const spread = fromNipple / (46 + 14 * anatomy.density + 18 * tail);
      const mound = 1.05 - spread * spread;
      // The gland cone under the areola extends up to the nipple.
      const cover = anatomy.fatMm * (0.25 + 0.75 * smoothstep(6, 24, fromNipple));
      for (let j = 0; j < ny; j += 1) {
        const y = j * COARSE_DEPTH_MM;
        const at = (k * n + i) * ny + j;
        const over = (y - anatomy.gelMm - anatomy.skinMm - cover) / 6;
        const under = (anatomy.muscleMm - 4 - y) / 6;
        const inside = Math.min(mound, over, under);
        fields.gland[at] =
          Math.min(inside, 0.12) + 1.2 * shape(outwardX, y, z) + 0.7 * (anatomy.density - 0.5);
        fields.lobule[at] = lobules(outwardX, y, z) - LOBULE_LEVEL;
        fields.sheet[at] = sheets(outwardX, y, z);
      }
    }
  }
  return fields;
}

/** Interpolates the four coarse columns around a location into `into`, in coarse depth steps. */
function coarseColumn(
  values: Float32Array,
  fields: Fields,
  x: number,
  z: number,
  into: Float32Array,
): void {
  const fx = (x + HALF_WIDTH_MM) / COARSE_MM;
  const fz = (z + HALF_WIDTH_MM) / COARSE_MM;
  const i = Math.floor(fx);
  const k = Math.floor(fz);
  const tx = fx - i;
  const tz = fz - k;
  const a = (k * fields.n + i) * fields.ny;
  const b = a + fields.ny;
  const c = a + fields.n * fields.ny;
  const d = c + fields.ny;
  for (let j = 0; j < fields.ny; j += 1) {
    const near = (values[a + j] ?? 0) * (1 - tx) + (values[b + j] ?? 0) * tx;
    const far = (values[c + j] ?? 0) * (1 - tx) + (values[d + j] ?? 0) * tx;
    into[j] = near * (1 - tz) + far * tz;
  }
}

/** Minimum noise value of a fat lobule within gland. */
const LOBULE_LEVEL = 0.3;
/**
 * Greatest noise value, to both sides of 0, inside a ligament and inside a fibril of the muscle.
 */
const SHEET_WIDTH = 0.032;
const FIBRIL_WIDTH = 0.05;

/** Returns the width of a ligament: thick in some places, thin or 0 in others. */
const sheetWidth = (lobule: number): number =>
  SHEET_WIDTH * Math.max(0, Math.min(1, 0.55 - 2.5 * (lobule + LOBULE_LEVEL)));

/** Fills the labels of the cells. */
function fillLabels(field: TissueField, anatomy: Anatomy): void {
  const fields = coarseFields(anatomy);
  const gland = new Float32Array(fields.ny);
  const lobule = new Float32Array(fields.ny);
  const sheet = new Float32Array(fields.ny);
  const strands = valueNoise(hash32(anatomy.seed, 24), 9, 0.15);
  const fibril = (x: number, y: number, z: number): boolean =>
    Math.abs(strands(x, y, z)) < FIBRIL_WIDTH;
  const at = (column: Float32Array, y: number): number => {
    const j = Math.floor(y / COARSE_DEPTH_MM);
    const t = y / COARSE_DEPTH_MM - j;
    return (column[j] ?? 0) * (1 - t) + (column[j + 1] ?? 0) * t;
  };
  for (let k = 0; k < field.nz; k += 1) {
    for (let i = 0; i < field.nx; i += 1) {
      const x = columnMm(i, field.nx);
      const z = columnMm(k, field.nz);
      if (isOutsideField(x, z)) continue;
      coarseColumn(fields.gland, fields, x, z, gland);
      coarseColumn(fields.lobule, fields, x, z, lobule);
      coarseColumn(fields.sheet, fields, x, z, sheet);
      const column = k * field.nx + i;
      const muscle = field.muscleTopMm[column] ?? 0;
      const fromNipple = lengthOf(x - anatomy.nippleX, z - anatomy.nippleZ);
      const nippleEnd = nippleEndAt(anatomy, field.skinTopMm[column] ?? 0, fromNipple);
      for (let j = 0; j < field.ny; j += 1) {
        const y = (j + 0.5) * CELL_MM;
        let label: number = TISSUE.fat;
        if (y < nippleEnd) label = TISSUE.nipple;
        else if (y > muscle)
          label = fibril(outward(anatomy, x), y, z) ? TISSUE.ligament : TISSUE.muscle;
        else if (at(gland, y) > 0 && at(lobule, y) < 0) label = TISSUE.gland;
        else if (Math.abs(at(sheet, y)) < sheetWidth(at(lobule, y))) label = TISSUE.ligament;
        field.labels[column * field.ny + j] = label;
      }
    }
  }
}

/** Returns the depth of the nipple's tissue in a column; 0 outside the nipple. */
function nippleEndAt(anatomy: Anatomy, skinTopMm: number, fromNipple: number): number {
  const share = fromNipple / anatomy.nippleRadiusMm;
  if (share >= 1) return 0;
  return skinTopMm + anatomy.nippleLengthMm * Math.sqrt(1 - share * share * share * share);
}
