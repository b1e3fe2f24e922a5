import { lengthOf } from '../math/portable-math.ts';
import type { Anatomy } from './anatomy.ts';
import { TISSUE, type TissueField } from './tissue.ts';

/** Thickness of a rib; its rear side is invisible in the shadow of its front. */
const RIB_MM = 9;
/** A depth beyond every frame. */
export const BEYOND_FIELD_MM = 1000;

/** Depths of structures under the pectoral muscle, by column; `BEYOND_FIELD_MM` where absent. */
export interface ChestWall {
  readonly ribMm: Float32Array;
  readonly lungMm: Float32Array;
}

/**
 * Adds ribs and lung under the muscle up to the edge of the grid: round transverse bars with muscle
 * between them and the lung behind. Columns with ribs or lung label their muscle by cells, because
 * the region below a column's fascia is otherwise treated as muscle.
 */
export function addChestWall(field: TissueField, anatomy: Anatomy): ChestWall {
  const columns = field.nx * field.nz;
  const wall: ChestWall = {
    ribMm: new Float32Array(columns).fill(BEYOND_FIELD_MM),
    lungMm: new Float32Array(columns).fill(BEYOND_FIELD_MM),
  };
  const deepest = field.ny * field.cellMm;
  for (let column = 0; column < columns; column += 1) {
    const fascia = field.muscleTopMm[column] ?? BEYOND_FIELD_MM;
    const x = ((column % field.nx) - field.nx / 2 + 0.5) * field.cellMm;
    const z = (Math.floor(column / field.nx) - field.nz / 2 + 0.5) * field.cellMm;
    const chest = fascia + anatomy.pectoralMm;
    const rib = chest + ribRise(anatomy, x, z);
    const lung = chest + RIB_MM;
    if (Math.min(rib, lung) >= deepest) continue;
    wall.ribMm[column] = rib < deepest ? rib : BEYOND_FIELD_MM;
    wall.lungMm[column] = lung < deepest && rib > lung ? lung : BEYOND_FIELD_MM;
    for (let j = Math.floor(fascia / field.cellMm); j < field.ny; j += 1) {
      const at = column * field.ny + j;
      const y = (j + 0.5) * field.cellMm;
      if (y > rib && y < rib + RIB_MM) field.labels[at] = TISSUE.rib;
      else if (y > lung) field.labels[at] = TISSUE.lung;
      else if (field.labels[at] === TISSUE.muscle) field.labels[at] = TISSUE.chestWall;
    }
    field.muscleTopMm[column] = BEYOND_FIELD_MM;
  }
  return wall;
}

/**
 * Returns the depth of a rib's front relative to the nearest point of any rib: 0 on its crest,
 * large between two ribs.
 */
function ribRise(anatomy: Anatomy, x: number, z: number): number {
  const { ribSpacingMm, ribPhaseMm, ribSlope, outer } = anatomy;
  const along = z + ribSlope * outer * x + ribPhaseMm;
  // Distance from the middle of the nearest rib.
  const distanceMm = along - ribSpacingMm * Math.floor(along / ribSpacingMm + 0.5);
  const half = 0.27 * ribSpacingMm;
  const share = lengthOf(distanceMm / half, 0);
  return share < 1 ? (RIB_MM / 2) * (1 - Math.sqrt(1 - share * share)) : BEYOND_FIELD_MM;
}
