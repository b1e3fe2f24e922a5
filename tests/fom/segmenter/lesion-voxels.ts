import type { Vec3 } from '#geometry';
import { isSet, type VoxelMask } from '../../../extensions/ai-findings/segmentation/index.ts';
import type { TrueLesion } from '../../../extensions/scanner/simulator/index.ts';
import type { VoxelSet } from '../../../platform/server/evaluations/metrics/index.ts';
import { quantile, round } from '../../bench/support/figure.ts';
import { seededRandom } from '../rec-support.ts';

/** Edge of the voxels of the common grid in which overlaps are counted. */
export const GRID_MM = 0.5;
/** Largest offset of a click in units of the radii. */
const CLICK_OFFSET = 0.4;
const ROUNDS = 1000;

const keyOf = (index: readonly number[]): string => index.join(',');

/** Returns the voxels of a lesion with its spicules on a common grid of 0.5 mm. */
export function lesionVoxels({ contains, centreMm, radiiMm }: TrueLesion): VoxelSet {
  const voxels: VoxelSet = new Map();
  const reach = Math.ceil((2.2 * Math.max(...radiiMm)) / GRID_MM);
  const middle = centreMm.map((mm) => Math.round(mm / GRID_MM));
  for (let i = -reach; i <= reach; i += 1) {
    for (let j = -reach; j <= reach; j += 1) {
      for (let k = -reach; k <= reach; k += 1) {
        const index: Vec3 = [(middle[0] ?? 0) + i, (middle[1] ?? 0) + j, (middle[2] ?? 0) + k];
        const [x, y, z] = index;
        if (contains([x * GRID_MM, y * GRID_MM, z * GRID_MM])) voxels.set(keyOf(index), index);
      }
    }
  }
  return voxels;
}

/** Returns the voxels of the common grid whose centres are inside a mask. */
export function maskVoxels(mask: VoxelMask): VoxelSet {
  const voxels: VoxelSet = new Map();
  const first = mask.originMm.map((mm) => Math.floor(mm / GRID_MM));
  const [nx, ny, nz] = mask.sizes;
  for (let k = 0; k <= nz; k += 1) {
    for (let j = 0; j <= ny; j += 1) {
      for (let i = 0; i <= nx; i += 1) {
        const index: Vec3 = [(first[0] ?? 0) + i, (first[1] ?? 0) + j, (first[2] ?? 0) + k];
        if (isInMask(mask, index)) voxels.set(keyOf(index), index);
      }
    }
  }
  return voxels;
}

function isInMask(mask: VoxelMask, index: Vec3): boolean {
  const [nx, ny, nz] = mask.sizes;
  const at = (axis: 0 | 1 | 2): number =>
    Math.round((index[axis] * GRID_MM - mask.originMm[axis]) / mask.spacingMm[axis]);
  const [i, j, k] = [at(0), at(1), at(2)];
  const isOnGrid = i >= 0 && j >= 0 && k >= 0 && i < nx && j < ny && k < nz;
  return isOnGrid && isSet(mask, i + nx * (j + ny * k));
}

/** Returns the Dice coefficient of two sets of voxels. */
export function voxelDice(a: VoxelSet, b: VoxelSet): number {
  let overlap = 0;
  for (const key of a.keys()) if (b.has(key)) overlap += 1;
  return (2 * overlap) / (a.size + b.size);
}

/** Returns a click inside a lesion, at most 0.4 of its radii from its centre along each axis. */
export function clickIn({ centreMm, radiiMm }: TrueLesion, random: () => number): Vec3 {
  const at = (axis: 0 | 1 | 2): number =>
    centreMm[axis] + (2 * random() - 1) * CLICK_OFFSET * radiiMm[axis];
  return [at(0), at(1), at(2)];
}

/** Returns the 95 % interval of a statistic over bootstrap samples of whole volumes. */
export function bootstrapInterval<Item extends { readonly seed: number }>(
  overlaps: readonly Item[],
  statistic: (some: readonly Item[]) => number,
): readonly [number, number] {
  const random = seededRandom(29);
  const seeds = [...new Set(overlaps.map(({ seed }) => seed))];
  const bySeed = new Map(seeds.map((seed) => [seed, overlaps.filter((one) => one.seed === seed)]));
  const values = Array.from({ length: ROUNDS }, () =>
    statistic(
      seeds.flatMap(() => bySeed.get(seeds[Math.floor(random() * seeds.length)] ?? 0) ?? []),
    ),
  );
  return [round(quantile(values, 0.025)), round(quantile(values, 0.975))];
}
