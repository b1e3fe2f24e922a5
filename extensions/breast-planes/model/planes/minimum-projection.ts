import type { VolumeGeometry } from '#geometry';

/** Maximum number of columns along the longer side; more would not be visible on a small map. */
const MAX_COLUMNS = 160;

/** Location of a column of a volume along depth, in mm. */
export interface ColumnLocation {
  readonly xMm: number;
  readonly zMm: number;
}

/**
 * The darkest tissue of each column of a volume along depth, as a coronal image: head up, the left of
 * the patient at the viewer's right.
 */
export interface MinimumProjection {
  readonly widthPx: number;
  readonly heightPx: number;
  /** Size of a column along x and z in mm. */
  readonly columnSizeMm: readonly [number, number];
  /** Location of the column at the upper left. */
  readonly first: ColumnLocation;
  /** Minimum grey level of each column, 1 to 255; 0 without tissue. */
  readonly greyLevels: Uint8Array;
  /** Depth of the minimum in mm along y; NaN without tissue. */
  readonly depthsMm: Float32Array;
}

interface Volume {
  readonly geometry: VolumeGeometry;
  readonly voxels: Uint8Array;
}

/**
 * Projects a volume. Averages blocks of voxels where the volume has more columns than the maximum,
 * because the minimum of single voxels would show the speckle.
 */
export function minimumProjection(volume: Volume, maxColumns = MAX_COLUMNS): MinimumProjection {
  const { sizes, spacingMm, originMm } = volume.geometry;
  const [nx, , nz] = sizes;
  const block = Math.max(1, Math.ceil(Math.max(nx, nz) / maxColumns));
  const [widthPx, heightPx] = [Math.ceil(nx / block), Math.ceil(nz / block)];
  const greyLevels = new Uint8Array(widthPx * heightPx);
  const depthsMm = new Float32Array(widthPx * heightPx).fill(Number.NaN);
  const middle = (block - 1) / 2;
  for (let row = 0; row < heightPx; row++) {
    for (let px = 0; px < widthPx; px++) {
      const minimum = columnMinimum(volume, block, px * block, row * block);
      if (minimum === null) continue;
      const column = (heightPx - 1 - row) * widthPx + px;
      greyLevels[column] = minimum.greyLevel;
      depthsMm[column] = originMm[1] + (minimum.row + middle) * spacingMm[1];
    }
  }
  const lastRow = (heightPx - 1) * block;
  return {
    widthPx,
    heightPx,
    columnSizeMm: [block * spacingMm[0], block * spacingMm[2]],
    first: {
      xMm: originMm[0] + middle * spacingMm[0],
      zMm: originMm[2] + (lastRow + middle) * spacingMm[2],
    },
    greyLevels,
    depthsMm,
  };
}

/**
 * Returns the lowest mean of the blocks of a column and their row along depth, that of the middle of
 * equal minima; null without tissue. Voxels of 0 were not covered and are left out; a block counts
 * from half its voxels on.
 */
function columnMinimum(
  { geometry: { sizes }, voxels }: Volume,
  block: number,
  fromX: number,
  fromZ: number,
): { readonly greyLevel: number; readonly row: number } | null {
  const [nx, ny, nz] = sizes;
  const [toX, toZ] = [Math.min(nx, fromX + block), Math.min(nz, fromZ + block)];
  let lowest = Number.POSITIVE_INFINITY;
  let rows: [first: number, last: number] = [0, 0];
  for (let fromY = 0; fromY < ny; fromY += block) {
    const toY = Math.min(ny, fromY + block);
    let [sum, count] = [0, 0];
    for (let z = fromZ; z < toZ; z++) {
      for (let y = fromY; y < toY; y++) {
        const line = (z * ny + y) * nx;
        for (let x = fromX; x < toX; x++) {
          const greyLevel = voxels[line + x] as number;
          if (greyLevel === 0) continue;
          sum += greyLevel;
          count += 1;
        }
      }
    }
    const total = (toX - fromX) * (toY - fromY) * (toZ - fromZ);
    if (count === 0 || count * 2 < total) continue;
    const mean = Math.max(1, Math.round(sum / count));
    if (mean < lowest) [lowest, rows] = [mean, [fromY, fromY]];
    else if (mean === lowest) rows[1] = fromY;
  }
  return lowest > 255 ? null : { greyLevel: lowest, row: middleOf(rows) };
}

const middleOf = ([first, last]: readonly [number, number]): number => (first + last) / 2;

/** Returns the index of the column at a location; null beside the volume. */
export function columnAt(
  { widthPx, heightPx, columnSizeMm, first }: MinimumProjection,
  { xMm, zMm }: ColumnLocation,
): number | null {
  const px = Math.round((xMm - first.xMm) / columnSizeMm[0]);
  const py = Math.round((first.zMm - zMm) / columnSizeMm[1]);
  return px < 0 || py < 0 || px >= widthPx || py >= heightPx ? null : py * widthPx + px;
}

/** Returns the location of a column. */
export function columnMm(
  { widthPx, columnSizeMm, first }: MinimumProjection,
  column: number,
): ColumnLocation {
  return {
    xMm: first.xMm + (column % widthPx) * columnSizeMm[0],
    zMm: first.zMm - Math.floor(column / widthPx) * columnSizeMm[1],
  };
}
