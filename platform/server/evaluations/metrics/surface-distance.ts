import type { Vec3 } from '#geometry';
import { quantile } from './statistics.ts';

/** Voxels of a common grid by their index as text. */
export type VoxelSet = Map<string, Vec3>;

const FACES: readonly Vec3[] = [
  [1, 0, 0],
  [-1, 0, 0],
  [0, 1, 0],
  [0, -1, 0],
  [0, 0, 1],
  [0, 0, -1],
];

/** Returns the voxels with a neighbour outside the set. */
function surfaceOf(voxels: VoxelSet): readonly Vec3[] {
  return [...voxels.values()].filter(([i, j, k]) =>
    FACES.some(([di, dj, dk]) => !voxels.has([i + di, j + dj, k + dk].join(','))),
  );
}

/** Returns the 95 % Hausdorff distance of two surfaces in mm: the larger of both directions. */
export function hd95Mm(a: VoxelSet, b: VoxelSet, voxelMm: number): number {
  const [surfaceA, surfaceB] = [surfaceOf(a), surfaceOf(b)];
  if (surfaceA.length === 0 || surfaceB.length === 0) return Number.POSITIVE_INFINITY;
  const there = quantile(nearestDistances(surfaceA, surfaceB), 0.95);
  const back = quantile(nearestDistances(surfaceB, surfaceA), 0.95);
  return voxelMm * Math.max(there, back);
}

function nearestDistances(from: readonly Vec3[], to: readonly Vec3[]): readonly number[] {
  return from.map(([x, y, z]) => {
    let nearest = Number.POSITIVE_INFINITY;
    for (const [tx, ty, tz] of to) {
      nearest = Math.min(nearest, (x - tx) ** 2 + (y - ty) ** 2 + (z - tz) ** 2);
    }
    return Math.sqrt(nearest);
  });
}
