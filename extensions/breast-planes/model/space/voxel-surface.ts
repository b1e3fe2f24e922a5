import { type VolumeGrid, voxelToMm } from '#geometry';
import type { Mesh } from './mesh.ts';
import { surfaceNets } from './surface-nets.ts';

/** Maximum number of samples per axis, for the number of triangles that software draws at once. */
const MAX_SAMPLES = 96;
/** Level of the surface between empty (0) and full (1) samples. */
const LEVEL = 0.5;

type Index = readonly [number, number, number];

/**
 * Returns the closed surface in patient millimetres around the voxels that `isInside` accepts; null
 * without such a voxel. `isInside` gets the index of a voxel, x fastest. Reads only the box of these
 * voxels, in blocks of voxels where the box is larger than 96 voxels along an axis.
 */
export function voxelSurface(grid: VolumeGrid, isInside: (index: number) => boolean): Mesh | null {
  const box = insideBox(grid.sizes, isInside);
  if (box === null) return null;
  const { first, sizes } = box;
  const block = Math.max(1, Math.ceil(Math.max(...sizes) / MAX_SAMPLES));
  // One empty sample on each side closes the surface at the edge of the grid.
  const counts = sizes.map((size) => Math.ceil(size / block) + 2) as unknown as Index;
  const samples = fractionsInside(grid.sizes, isInside, { first, block, counts });
  return surfaceNets({ counts, samples }, LEVEL, (at) =>
    voxelToMm(grid, [0, 1, 2].map((axis) => voxelAt(first, block, axis, at)) as unknown as Index),
  );
}

/** Returns the fractional voxel index at a fractional sample index of one axis. */
const voxelAt = (first: Index, block: number, axis: number, at: Index): number =>
  (first[axis] ?? 0) + ((at[axis] ?? 0) - 1) * block + (block - 1) / 2;

interface Box {
  /** Index of the first voxel. */
  readonly first: Index;
  readonly sizes: Index;
}

/** Returns the smallest box of voxels that contains all inside voxels; null without one. */
function insideBox([nx, ny, nz]: Index, isInside: (index: number) => boolean): Box | null {
  const first: [number, number, number] = [nx, ny, nz];
  const last: [number, number, number] = [-1, -1, -1];
  for (let z = 0; z < nz; z += 1) {
    for (let y = 0; y < ny; y += 1) {
      const row = nx * (y + ny * z);
      let from = 0;
      while (from < nx && !isInside(row + from)) from += 1;
      if (from === nx) continue;
      let to = nx - 1;
      while (!isInside(row + to)) to -= 1;
      first[0] = Math.min(first[0], from);
      last[0] = Math.max(last[0], to);
      first[1] = Math.min(first[1], y);
      last[1] = Math.max(last[1], y);
      first[2] = Math.min(first[2], z);
      last[2] = z;
    }
  }
  if (last[0] < 0) return null;
  return {
    first,
    sizes: [last[0] - first[0] + 1, last[1] - first[1] + 1, last[2] - first[2] + 1],
  };
}

/** Returns the fraction of inside voxels in each block of the box. */
function fractionsInside(
  sizes: Index,
  isInside: (index: number) => boolean,
  box: { readonly first: Index; readonly block: number; readonly counts: Index },
): Float32Array {
  const { first, block, counts } = box;
  const samples = new Float32Array(counts[0] * counts[1] * counts[2]);
  const share = 1 / block ** 3;
  const sampleOf = (voxel: number, axis: 0 | 1 | 2): number =>
    Math.floor((voxel - first[axis]) / block) + 1;
  const end = ([0, 1, 2] as const).map((axis) =>
    Math.min(sizes[axis], first[axis] + (counts[axis] - 2) * block),
  ) as unknown as Index;
  for (let z = first[2]; z < end[2]; z += 1) {
    for (let y = first[1]; y < end[1]; y += 1) {
      const row = counts[0] * (sampleOf(y, 1) + counts[1] * sampleOf(z, 2));
      for (let x = first[0]; x < end[0]; x += 1) {
        if (!isInside(x + sizes[0] * (y + sizes[1] * z))) continue;
        const at = row + sampleOf(x, 0);
        samples[at] = (samples[at] ?? 0) + share;
      }
    }
  }
  return samples;
}
