import type { Vec3 } from '#geometry';
import type { Mesh } from './mesh.ts';

/**
 * Samples of a function in a box, x fastest. The samples at the faces of the box must be below the
 * level of the surface, so that the surface is closed.
 */
export interface SampleGrid {
  readonly counts: readonly [number, number, number];
  readonly samples: Float32Array;
}

/** The eight corners of a cell, by bits: x, y, z. */
const CORNERS = [0, 1, 2, 3, 4, 5, 6, 7] as const;
/** Pairs of corners joined by the twelve edges of a cell. */
const EDGES = CORNERS.flatMap((corner) =>
  [1, 2, 4].filter((bit) => (corner & bit) === 0).map((bit) => [corner, corner | bit] as const),
);

/**
 * Returns the surface where the samples cross `level`, facing the lower values, with one vertex per
 * cell that the surface crosses (surface nets, S. F. F. Gibson, MICCAI 1998). `toMm` converts a
 * fractional sample index. vtk's marching cubes have no types and print to the console.
 */
export function surfaceNets(grid: SampleGrid, level: number, toMm: (at: Vec3) => Vec3): Mesh {
  const [nx, ny, nz] = grid.counts;
  const steps = [1, nx, nx * ny] as const;
  const vertexOfCell = new Int32Array(nx * ny * nz).fill(-1);
  const positions: number[] = [];
  const triangles: number[] = [];
  const isInside = (index: number): boolean => (grid.samples[index] ?? 0) >= level;
  for (let z = 0; z < nz - 1; z += 1) {
    for (let y = 0; y < ny - 1; y += 1) {
      for (let x = 0; x < nx - 1; x += 1) {
        const cell = x + nx * (y + ny * z);
        const offset = crossingOf(grid.samples, cell, steps, level);
        if (offset === null) continue;
        vertexOfCell[cell] = positions.length / 3;
        positions.push(...toMm([x + offset[0], y + offset[1], z + offset[2]]));
        const inside = isInside(cell);
        for (const axis of [0, 1, 2] as const) {
          if (inside === isInside(cell + steps[axis])) continue;
          // The four cells around the edge; the faces of the box are below the level.
          const [u, v] = [steps[(axis + 1) % 3] ?? 0, steps[(axis + 2) % 3] ?? 0];
          const around = [cell - u - v, cell - v, cell, cell - u];
          const [a = 0, b = 0, c = 0, d = 0] = around.map((at) => vertexOfCell[at] ?? 0);
          triangles.push(...(inside ? [a, b, c, a, c, d] : [a, c, b, a, d, c]));
        }
      }
    }
  }
  return { positions: Float32Array.from(positions), triangles: Uint32Array.from(triangles) };
}

/** Returns the mean crossing of the edges of a cell, 0 to 1 per axis; null if none crosses. */
function crossingOf(
  samples: Float32Array,
  cell: number,
  steps: readonly [number, number, number],
  level: number,
): Vec3 | null {
  const values = CORNERS.map((corner) => {
    const [dx, dy, dz] = bitsOf(corner);
    return samples[cell + dx * steps[0] + dy * steps[1] + dz * steps[2]] ?? 0;
  });
  let mask = 0;
  for (const corner of CORNERS) if ((values[corner] ?? 0) >= level) mask |= 1 << corner;
  if (mask === 0 || mask === 255) return null;
  const sum: [number, number, number] = [0, 0, 0];
  let count = 0;
  for (const [from, to] of EDGES) {
    const [a, b] = [values[from] ?? 0, values[to] ?? 0];
    if (a >= level === b >= level) continue;
    const part = (level - a) / (b - a);
    count += 1;
    for (const axis of [0, 1, 2] as const) {
      const [start, end] = [bitsOf(from)[axis], bitsOf(to)[axis]];
      sum[axis] += start + (end - start) * part;
    }
  }
  return [sum[0] / count, sum[1] / count, sum[2] / count];
}

const bitsOf = (corner: number): Vec3 => [corner & 1, (corner >> 1) & 1, (corner >> 2) & 1];
