import { add, mmToVoxel, scale, subtract, type Vec3, voxelToMm } from '#geometry';
import { isSet, type VoxelMask } from '../model/segmentation/voxel-mask.ts';
import { smooth } from '../volume-features/index.ts';
import { trilinear } from './level-sampler.ts';

/** Plane through a point, spanned by two unit vectors at right angles. */
export interface ContourPlane {
  readonly pointMm: Vec3;
  readonly right: Vec3;
  readonly down: Vec3;
}

/** Closed line in LPS millimetres; the last point equals the first. */
export type Contour = readonly Vec3[];

const GRID_MM = 0.25;
/** Smooths the steps of the voxels; the border stays at half. */
const SMOOTHING_MM = 0.4;
const HALF = 0.5;
/** Maximum distance of omitted points from the contour. */
const TOLERANCE_MM = 0.05;

type Point = readonly [number, number];

/**
 * Returns the borders of a mask in a plane, holes included, as closed contours; none if the plane
 * misses the mask. Areas and volumes come from the mask, never from contours.
 */
export function maskContours(mask: VoxelMask, plane: ContourPlane): readonly Contour[] {
  const range = rangeOf(mask, plane);
  if (range === null) return [];
  const [first, last] = range;
  const columns = Math.ceil((last[0] - first[0]) / GRID_MM) + 1;
  const rows = Math.ceil((last[1] - first[1]) / GRID_MM) + 1;
  const toMm = ([u, v]: Point): Vec3 =>
    add(
      plane.pointMm,
      add(scale(plane.right, first[0] + u * GRID_MM), scale(plane.down, first[1] + v * GRID_MM)),
    );
  const shares = smoothedShares(mask);
  const values = new Float32Array(columns * rows);
  for (let v = 1; v < rows - 1; v += 1) {
    for (let u = 1; u < columns - 1; u += 1) {
      values[u + columns * v] = shareAt(mask, shares, toMm([u, v]));
    }
  }
  return closedLines(values, columns, rows).map((line) => simplify(line).map(toMm));
}

/** Returns 1 inside and 0 outside, smoothed, on the mask's grid. */
function smoothedShares(mask: VoxelMask): Float32Array {
  const [nx, ny, nz] = mask.sizes;
  const shares = Float32Array.from({ length: nx * ny * nz }, (_, n) => (isSet(mask, n) ? 1 : 0));
  return smooth(mask, shares, [SMOOTHING_MM, SMOOTHING_MM, SMOOTHING_MM]);
}

/** Voxels beyond the grid are outside the mask. */
function shareAt(mask: VoxelMask, shares: Float32Array, mm: Vec3): number {
  const index = mmToVoxel(mask, mm);
  const isOnGrid = ([0, 1, 2] as const).every(
    (axis) => index[axis] > -1 && index[axis] < mask.sizes[axis],
  );
  return isOnGrid ? trilinear(shares, mask.sizes, index) : 0;
}

/** Returns the part of the plane that the mask's box covers, in mm, with a margin. */
function rangeOf(mask: VoxelMask, { pointMm, right, down }: ContourPlane): [Point, Point] | null {
  const [nx, ny, nz] = mask.sizes;
  const corners = [-1, nx].flatMap((i) =>
    [-1, ny].flatMap((j) => [-1, nz].map((k) => subtract(voxelToMm(mask, [i, j, k]), pointMm))),
  );
  const along = (axis: Vec3): readonly number[] =>
    corners.map((corner) => corner[0] * axis[0] + corner[1] * axis[1] + corner[2] * axis[2]);
  const normal: Vec3 = [
    right[1] * down[2] - right[2] * down[1],
    right[2] * down[0] - right[0] * down[2],
    right[0] * down[1] - right[1] * down[0],
  ];
  const [u, v, off] = [along(right), along(down), along(normal)];
  if (Math.min(...off) > 0 || Math.max(...off) < 0) return null;
  const margin = 2 * GRID_MM;
  return [
    [Math.min(...u) - margin, Math.min(...v) - margin],
    [Math.max(...u) + margin, Math.max(...v) + margin],
  ];
}

/**
 * Edges of a grid cell, as index offsets of their two corners: top, right, bottom, left. Corners run
 * clockwise from the upper left.
 */
const EDGES: readonly (readonly [Point, Point])[] = [
  [
    [0, 0],
    [1, 0],
  ],
  [
    [1, 0],
    [1, 1],
  ],
  [
    [0, 1],
    [1, 1],
  ],
  [
    [0, 0],
    [0, 1],
  ],
];

/** Pairs of edges that a border joins, by the corners inside (bits clockwise from upper left). */
const CASES: readonly (readonly (readonly [number, number])[])[] = [
  [],
  [[3, 0]],
  [[0, 1]],
  [[3, 1]],
  [[1, 2]],
  [
    [3, 0],
    [1, 2],
  ],
  [[0, 2]],
  [[3, 2]],
  [[2, 3]],
  [[2, 0]],
  [
    [0, 1],
    [2, 3],
  ],
  [[2, 1]],
  [[1, 3]],
  [[1, 0]],
  [[0, 3]],
  [],
];

/** Returns the closed lines at half the value, by marching squares; values at the rim must be 0. */
export function closedLines(
  values: Float32Array,
  columns: number,
  rows: number,
): readonly (readonly Point[])[] {
  const nextOf = new Map<string, string[]>();
  const pointOf = new Map<string, Point>();
  const at = (u: number, v: number): number => values[u + columns * v] ?? 0;
  const edgePoint = (u: number, v: number, edge: number): string => {
    const [[au, av], [bu, bv]] = EDGES[edge] ?? [
      [0, 0],
      [0, 0],
    ];
    const [a, b] = [at(u + au, v + av), at(u + bu, v + bv)];
    const share = (HALF - a) / (b - a);
    const isAcross = au !== bu;
    // Neighbouring cells name their common edge alike.
    const key = isAcross ? `h${u},${v + av}` : `v${u + au},${v}`;
    pointOf.set(key, isAcross ? [u + share, v + av] : [u + au, v + share]);
    return key;
  };
  for (let v = 0; v < rows - 1; v += 1) {
    for (let u = 0; u < columns - 1; u += 1) {
      const corners = [at(u, v), at(u + 1, v), at(u + 1, v + 1), at(u, v + 1)];
      const inside = corners.reduce((bits, value, n) => bits | (value >= HALF ? 1 << n : 0), 0);
      for (const [from, to] of CASES[inside] ?? []) {
        const [a, b] = [edgePoint(u, v, from), edgePoint(u, v, to)];
        nextOf.set(a, [...(nextOf.get(a) ?? []), b]);
        nextOf.set(b, [...(nextOf.get(b) ?? []), a]);
      }
    }
  }
  return joined(nextOf, pointOf);
}

/** Follows the borders from edge to edge; each edge belongs to two pieces. */
function joined(
  nextOf: ReadonlyMap<string, readonly string[]>,
  pointOf: ReadonlyMap<string, Point>,
): readonly (readonly Point[])[] {
  const seen = new Set<string>();
  const lines: Point[][] = [];
  for (const start of nextOf.keys()) {
    if (seen.has(start)) continue;
    const line: Point[] = [];
    let current: string | undefined = start;
    while (current !== undefined) {
      seen.add(current);
      line.push(pointOf.get(current) ?? [0, 0]);
      current = nextOf.get(current)?.find((key) => !seen.has(key));
    }
    const [first] = line;
    if (line.length >= 3 && first !== undefined) lines.push([...line, first]);
  }
  return lines;
}

/** Omits points near the straight line between their neighbours (Douglas and Peucker). */
function simplify(line: readonly Point[]): readonly Point[] {
  const middle = Math.floor(line.length / 2);
  return [...reduced(line.slice(0, middle + 1)).slice(0, -1), ...reduced(line.slice(middle))];
}

function reduced(line: readonly Point[]): readonly Point[] {
  const first = line[0];
  const last = line.at(-1);
  if (first === undefined || last === undefined || line.length < 3) return line;
  let [farthest, farthestAt] = [0, 0];
  for (const [n, point] of line.entries()) {
    const distance = distanceToLine(point, first, last);
    if (distance > farthest) [farthest, farthestAt] = [distance, n];
  }
  if (farthest * GRID_MM <= TOLERANCE_MM) return [first, last];
  return [
    ...reduced(line.slice(0, farthestAt + 1)).slice(0, -1),
    ...reduced(line.slice(farthestAt)),
  ];
}

function distanceToLine([x, y]: Point, [ax, ay]: Point, [bx, by]: Point): number {
  const length = Math.hypot(bx - ax, by - ay);
  if (length === 0) return Math.hypot(x - ax, y - ay);
  return Math.abs((bx - ax) * (ay - y) - (ax - x) * (by - ay)) / length;
}
