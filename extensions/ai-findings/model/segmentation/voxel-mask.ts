import type { Vec3, VolumeGrid } from '#geometry';
import { voxelToMm } from '#geometry';

/**
 * Voxels of a lesion in a box of the patient. Bit n (the lowest bit of a byte first) belongs to
 * voxel n, x fastest, then y (depth), then z.
 */
export interface VoxelMask extends VolumeGrid {
  readonly bits: Uint8Array;
}

/** Length, width and height of a lesion in mm. */
export type AxesMm = readonly [number, number, number];

/** Returns a mask of the voxels for which `isInside` holds. */
export function makeMask(grid: VolumeGrid, isInside: (mm: Vec3) => boolean): VoxelMask {
  const { sizes, spacingMm, originMm } = grid;
  const [nx, ny, nz] = sizes;
  const bits = new Uint8Array(Math.ceil((nx * ny * nz) / 8));
  let index = 0;
  for (let k = 0; k < nz; k += 1) {
    for (let j = 0; j < ny; j += 1) {
      for (let i = 0; i < nx; i += 1) {
        if (isInside(voxelToMm(grid, [i, j, k]))) setBit(bits, index);
        index += 1;
      }
    }
  }
  return { sizes, spacingMm, originMm, bits };
}

function setBit(bits: Uint8Array, index: number): void {
  bits[index >> 3] = (bits[index >> 3] ?? 0) | (1 << (index & 7));
}

export const isSet = ({ bits }: VoxelMask, index: number): boolean =>
  ((bits[index >> 3] ?? 0) & (1 << (index & 7))) !== 0;

/** Calls `visit` with the centre of each voxel of the mask. */
export function visitMask(mask: VoxelMask, visit: (mm: Vec3) => void): void {
  const [nx, ny, nz] = mask.sizes;
  for (let index = 0; index < nx * ny * nz; index += 1) {
    if (!isSet(mask, index)) continue;
    const i = index % nx;
    const j = Math.floor(index / nx) % ny;
    visit(voxelToMm(mask, [i, j, Math.floor(index / (nx * ny))]));
  }
}

/** Returns the volume of the voxels in cubic millimetres. */
export function maskVolumeMm3(mask: VoxelMask): number {
  let count = 0;
  visitMask(mask, () => {
    count += 1;
  });
  const [dx, dy, dz] = mask.spacingMm;
  return count * dx * dy * dz;
}

const ANGLE_STEP_DEG = 3;

/**
 * Returns the longest diameter parallel to the skin (in the coronal plane), the diameter at right
 * angles to it in that plane, and the extent in depth; zeros for an empty mask.
 */
export function maskAxesMm(mask: VoxelMask): AxesMm {
  const [dx, dy, dz] = mask.spacingMm;
  const points: Vec3[] = [];
  visitMask(mask, (mm) => points.push(mm));
  if (points.length === 0) return [0, 0, 0];
  const extentAt = (angleDeg: number): number => {
    const [cos, sin] = [Math.cos((angleDeg * Math.PI) / 180), Math.sin((angleDeg * Math.PI) / 180)];
    const voxel = Math.hypot(dx * cos, dz * sin);
    return extentOf(points.map(([x, , z]) => x * cos + z * sin)) + voxel;
  };
  let [lengthMm, longestDeg] = [0, 0];
  for (let deg = 0; deg < 180; deg += ANGLE_STEP_DEG) {
    const extentMm = extentAt(deg);
    if (extentMm > lengthMm) [lengthMm, longestDeg] = [extentMm, deg];
  }
  return [lengthMm, extentAt(longestDeg + 90), extentOf(points.map(([, y]) => y)) + dy];
}

function extentOf(values: readonly number[]): number {
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    min = Math.min(min, value);
    max = Math.max(max, value);
  }
  return max - min;
}

/** Returns the voxels of a mask as labels, 1 inside. */
export function maskLabels(mask: VoxelMask): Uint8Array {
  const [nx, ny, nz] = mask.sizes;
  return Uint8Array.from({ length: nx * ny * nz }, (_, n) => (isSet(mask, n) ? 1 : 0));
}
