import type { DbGrid } from '../volume-features/index.ts';

/** A column of the coronal plane with the features of a nipple. */
export interface NippleColumn {
  /** Centre in LPS millimetres. */
  readonly x: number;
  readonly z: number;
  readonly features: readonly number[];
}

/** Depth bands below the transducer face in mm: the areola, the nipple, and its shadow. */
const BANDS_MM = [
  [1, 3],
  [3, 6],
  [6, 10],
  [10, 16],
  [16, 22],
  [22, 30],
] as const;
/** The deepest bands, which the shadow darkens together. */
const DEEP_BANDS = 3;
/** Radii in mm of the disc of a nipple and of the ring that it is compared with. */
const DISC_MM = 4;
const RING_MM = [7, 11] as const;
/** Darkness above this counts no more in the clipped copies. */
const CLIP_DB = 4;
/** Maximum distance of the nipple from the rotation axis, at which the breast is centred. */
export const SEARCH_MM = 25;

/** Names of the features, in the order of `nippleColumns`. */
export const NIPPLE_FEATURES: readonly string[] = [
  ...BANDS_MM.map(([from, to]) => `darkness${from}to${to}Db`),
  ...BANDS_MM.map(([from, to]) => `clippedDarkness${from}to${to}Db`),
  'leastDeepDarknessDb',
  'axisDistance',
  'axisDistanceSquared',
];

interface BandMap {
  readonly sum: Float64Array;
  readonly count: Float64Array;
}

/** Returns the features of the covered columns within SEARCH_MM of the rotation axis. */
export function nippleColumns(
  grid: DbGrid,
  axisMm: { readonly x: number; readonly z: number },
): readonly NippleColumn[] {
  const [nx, , nz] = grid.sizes;
  const maps = BANDS_MM.map(([from, to]) => bandMap(grid, from, to));
  const disc = offsetsWithin(grid, 0, DISC_MM);
  const ring = offsetsWithin(grid, RING_MM[0], RING_MM[1]);
  const columns: NippleColumn[] = [];
  for (let k = 0; k < nz; k += 1) {
    for (let i = 0; i < nx; i += 1) {
      const x = grid.originMm[0] + i * grid.spacingMm[0];
      const z = grid.originMm[2] + k * grid.spacingMm[2];
      const distance = Math.hypot(x - axisMm.x, z - axisMm.z);
      if (distance > SEARCH_MM) continue;
      const darkness = maps.map((map) => {
        const inside = meanAt(map, grid, [i, k], disc);
        const around = meanAt(map, grid, [i, k], ring);
        return inside === null || around === null ? null : around - inside;
      });
      if (darkness.every((db) => db === null)) continue;
      columns.push({
        x,
        z,
        features: featuresOf(
          darkness.map((db) => db ?? 0),
          distance / 10,
        ),
      });
    }
  }
  return columns;
}

function featuresOf(darkness: readonly number[], distance: number): readonly number[] {
  const features = [
    ...darkness,
    ...darkness.map((db) => Math.min(CLIP_DB, Math.max(-CLIP_DB, db))),
    Math.min(...darkness.slice(-DEEP_BANDS)),
    distance,
    distance * distance,
  ];
  // A thousandth is far below the noise, and keeps stored measurements short.
  return features.map((value) => Math.round(value * 1000) / 1000);
}

/** Sums the covered levels of a depth band for each column. */
function bandMap(grid: DbGrid, fromMm: number, toMm: number): BandMap {
  const [nx, ny, nz] = grid.sizes;
  const sum = new Float64Array(nx * nz);
  const count = new Float64Array(nx * nz);
  for (let j = 0; j < ny; j += 1) {
    const depthMm = (j + 0.5) * grid.spacingMm[1];
    if (depthMm < fromMm || depthMm >= toMm) continue;
    for (let k = 0; k < nz; k += 1) {
      for (let i = 0; i < nx; i += 1) {
        const index = i + nx * (j + ny * k);
        const weight = grid.mask[index] ?? 0;
        sum[i + nx * k] = (sum[i + nx * k] ?? 0) + weight * (grid.db[index] ?? 0);
        count[i + nx * k] = (count[i + nx * k] ?? 0) + weight;
      }
    }
  }
  return { sum, count };
}

function offsetsWithin(
  grid: DbGrid,
  fromMm: number,
  toMm: number,
): readonly (readonly [number, number])[] {
  const [dx, , dz] = grid.spacingMm;
  const reach = Math.ceil(toMm / Math.min(dx, dz));
  const offsets: (readonly [number, number])[] = [];
  for (let k = -reach; k <= reach; k += 1) {
    for (let i = -reach; i <= reach; i += 1) {
      const distance = Math.hypot(i * dx, k * dz);
      if (distance >= fromMm && distance <= toMm) offsets.push([i, k]);
    }
  }
  return offsets;
}

function meanAt(
  { sum, count }: BandMap,
  grid: DbGrid,
  [i, k]: readonly [number, number],
  offsets: readonly (readonly [number, number])[],
): number | null {
  const [nx, , nz] = grid.sizes;
  let [total, covered] = [0, 0];
  for (const [di, dk] of offsets) {
    const [x, z] = [i + di, k + dk];
    if (x < 0 || z < 0 || x >= nx || z >= nz) continue;
    total += sum[x + nx * z] ?? 0;
    covered += count[x + nx * z] ?? 0;
  }
  return covered === 0 ? null : total / covered;
}
