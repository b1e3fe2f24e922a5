import { cross, type ImageFrame, imageToMm, mmToVoxel, type VolumeGeometry } from '#geometry';
import type { Slab } from './plane-presentation.ts';
import type { SliceRange } from './progressive-volume.ts';
import { slabOffsetsMm } from './slab-offsets.ts';

/** Rows along y (depth) that a mean slab reads, with weights that sum to 1. */
export interface DepthWeights {
  readonly from: number;
  readonly weights: readonly number[];
}

/**
 * Returns a mean slab across the depth as weights of the level's rows, because the mean of
 * interpolated samples is a weighted mean of the neighbouring voxels. Null for any other slab and
 * if the slab's centre lies outside the level.
 *
 * @param level grid whose rows are weighted
 * @param box grid of the full volume, whose layers set the sample spacing
 */
export function depthWeights(
  level: VolumeGeometry,
  box: VolumeGeometry,
  frame: ImageFrame,
  slab: Slab,
): DepthWeights | null {
  const across = frame.right[1] === 0 && frame.down[1] === 0;
  if (slab.kind !== 'mean' || !(slab.thicknessMm > 0) || !across) return null;
  const rows = level.sizes[1];
  const middle = mmToVoxel(level, imageToMm(frame, 0.5, 0.5))[1];
  const inside = (row: number): boolean => row >= -0.5 && row <= rows - 0.5;
  if (!inside(middle)) return null;
  const perMm = cross(frame.down, frame.right)[1] / level.spacingMm[1];
  const rowPositions = slabOffsetsMm(box, frame, slab.thicknessMm)
    .map((offsetMm) => middle + offsetMm * perMm)
    .filter(inside)
    .map((row) => Math.min(rows - 1, Math.max(0, row)));
  const from = Math.floor(Math.min(...rowPositions));
  const weights = new Array<number>(Math.ceil(Math.max(...rowPositions)) - from + 1).fill(0);
  for (const rowPosition of rowPositions) {
    const at = Math.floor(rowPosition) - from;
    const fraction = rowPosition - Math.floor(rowPosition);
    weights[at] = (weights[at] ?? 0) + (1 - fraction) / rowPositions.length;
    if (fraction > 0) weights[at + 1] = (weights[at + 1] ?? 0) + fraction / rowPositions.length;
  }
  return { from, weights };
}

/**
 * Writes the weighted mean of a volume's rows for these slices to `into`: nx × nz values, x
 * fastest, 0..1 for grey levels 0..255.
 */
export function meanOfRows(
  voxels: Uint8Array,
  { sizes: [nx, ny] }: Pick<VolumeGeometry, 'sizes'>,
  { from, weights }: DepthWeights,
  slices: SliceRange,
  into: Float32Array,
): void {
  // Adds four rows per pass, because a pass over the line costs as much as reading its voxels;
  // missing rows have weight 0.
  const fours = Math.ceil(weights.length / 4);
  const shares = Float32Array.from({ length: 4 * fours }, (_, at) => (weights[at] ?? 0) / 255);
  const last = from + weights.length - 1;
  for (let z = slices.from; z < slices.to; z++) {
    const line = into.subarray(z * nx, (z + 1) * nx).fill(0);
    const startOf = (row: number): number => (z * ny + Math.min(last, from + row)) * nx;
    for (let at = 0; at < shares.length; at += 4) {
      const four = [startOf(at), startOf(at + 1), startOf(at + 2), startOf(at + 3)] as const;
      addFourRows(line, voxels, four, shares.subarray(at, at + 4));
    }
  }
}

function addFourRows(
  line: Float32Array,
  voxels: Uint8Array,
  [a, b, c, d]: readonly [number, number, number, number],
  [p = 0, q = 0, r = 0, s = 0]: Float32Array,
): void {
  const width = line.length;
  for (let x = 0; x < width; x++) {
    line[x] =
      (line[x] as number) +
      p * (voxels[a + x] as number) +
      q * (voxels[b + x] as number) +
      r * (voxels[c + x] as number) +
      s * (voxels[d + x] as number);
  }
}
