import type { Vec3, VolumeGrid } from '#geometry';
import type { BoxMm } from '../model/segmentation/segmentation.ts';
import type { DbVolume } from './db-volume.ts';

/** Levels of a volume averaged over voxels of a common size. */
export interface DbGrid extends VolumeGrid {
  /** Mean of the covered voxels in dB below full scale, at least FLOOR_DB; x fastest. */
  readonly db: Float32Array;
  /** 1 where at least half of the voxels are covered, otherwise 0. */
  readonly mask: Float32Array;
}

/**
 * Lower limit of levels, so that volumes with dynamic ranges of 50 dB or more give the same values.
 */
export const FLOOR_DB = -50;

/** Voxels that share one coarse voxel along an axis: [first, last]. */
type Span = readonly [number, number];

/**
 * Averages a volume, or the part in a box, over voxels of `spacingMm`. Where the volume is coarser,
 * the nearest voxel counts. The grid starts at the outer edge of the volume.
 */
export function dbGrid(volume: DbVolume, spacingMm: number, box: BoxMm | null = null): DbGrid {
  const axes = ([0, 1, 2] as const).map((axis) => axisSpans(volume, axis, spacingMm, box));
  const [x, y, z] = axes;
  if (x === undefined || y === undefined || z === undefined) throw new Error('Three axes expected');
  const sizes: Vec3 = [x.spans.length, y.spans.length, z.spans.length];
  const db = new Float32Array(sizes[0] * sizes[1] * sizes[2]);
  const mask = new Float32Array(db.length);
  let at = 0;
  for (const spanZ of z.spans) {
    for (const spanY of y.spans) {
      averageRow(volume, x.spans, [spanY, spanZ], db.subarray(at), mask.subarray(at));
      at += sizes[0];
    }
  }
  return {
    sizes,
    spacingMm: [spacingMm, spacingMm, spacingMm],
    originMm: [x.firstMm, y.firstMm, z.firstMm],
    db,
    mask,
  };
}

function axisSpans(
  { sizes, spacingMm, originMm }: DbVolume,
  axis: 0 | 1 | 2,
  coarseMm: number,
  box: BoxMm | null,
): { readonly spans: readonly Span[]; readonly firstMm: number } {
  const count = sizes[axis];
  const fineMm = spacingMm[axis];
  const edgeMm = originMm[axis] - fineMm / 2;
  const cells = Math.max(1, Math.ceil((count * fineMm) / coarseMm - 1e-6));
  const cellOf = (mm: number): number =>
    Math.min(cells - 1, Math.max(0, Math.floor((mm - edgeMm) / coarseMm)));
  const first = box === null ? 0 : cellOf(box.min[axis]);
  const last = box === null ? cells - 1 : Math.max(first, cellOf(box.max[axis]));
  const clamp = (i: number): number => Math.min(count - 1, Math.max(0, i));
  const spans: Span[] = [];
  for (let cell = first; cell <= last; cell += 1) {
    const from = Math.ceil((cell * coarseMm) / fineMm - 0.5 - 1e-6);
    const to = Math.ceil(((cell + 1) * coarseMm) / fineMm - 0.5 - 1e-6) - 1;
    const nearest = clamp(Math.round(((cell + 0.5) * coarseMm) / fineMm - 0.5));
    spans.push(from > to || from >= count ? [nearest, nearest] : [clamp(from), clamp(to)]);
  }
  return { spans, firstMm: edgeMm + (first + 0.5) * coarseMm };
}

function averageRow(
  volume: DbVolume,
  spans: readonly Span[],
  [[y0, y1], [z0, z1]]: readonly [Span, Span],
  db: Float32Array,
  mask: Float32Array,
): void {
  const [nx, ny] = volume.sizes;
  const { levels, dbOfLevel } = volume;
  for (let cell = 0; cell < spans.length; cell += 1) {
    const [x0, x1] = spans[cell] ?? [0, 0];
    let sum = 0;
    let covered = 0;
    for (let z = z0; z <= z1; z += 1) {
      for (let y = y0; y <= y1; y += 1) {
        const row = nx * (y + ny * z);
        for (let index = row + x0; index <= row + x1; index += 1) {
          if (!volume.isCovered(index)) continue;
          sum += dbOfLevel[levels[index] ?? 0] ?? 0;
          covered += 1;
        }
      }
    }
    const all = (x1 - x0 + 1) * (y1 - y0 + 1) * (z1 - z0 + 1);
    db[cell] = covered === 0 ? FLOOR_DB : Math.max(FLOOR_DB, sum / covered);
    mask[cell] = 2 * covered >= all ? 1 : 0;
  }
}
