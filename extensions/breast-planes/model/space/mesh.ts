import { add, cross, length, scale, subtract, type Vec3 } from '#geometry';

/** Triangles in patient millimetres (LPS), counter-clockwise as seen from outside. */
export interface Mesh {
  /** x, y, z per vertex. */
  readonly positions: Float32Array;
  /** Three vertex indices per triangle. */
  readonly triangles: Uint32Array;
}

export const vertexOf = ({ positions }: Mesh, n: number): Vec3 => [
  positions[3 * n] ?? 0,
  positions[3 * n + 1] ?? 0,
  positions[3 * n + 2] ?? 0,
];

export function cornersOf(mesh: Mesh, triangle: number): readonly [Vec3, Vec3, Vec3] {
  const corner = (n: number): Vec3 => vertexOf(mesh, mesh.triangles[3 * triangle + n] ?? 0);
  return [corner(0), corner(1), corner(2)];
}

/** Returns the unit normal of a triangle; zero for collinear corners. */
export function triangleNormal([a, b, c]: readonly [Vec3, Vec3, Vec3]): Vec3 {
  const n = cross(subtract(b, a), subtract(c, a));
  const size = length(n);
  return size > 0 ? scale(n, 1 / size) : [0, 0, 0];
}

/** Returns the unit normals at the vertices: the area-weighted mean of the adjacent triangles. */
export function vertexNormals(mesh: Mesh): Float32Array {
  const normals = new Float32Array(mesh.positions.length);
  for (let t = 0; t < mesh.triangles.length / 3; t += 1) {
    const [a, b, c] = cornersOf(mesh, t);
    const n = cross(subtract(b, a), subtract(c, a));
    for (let corner = 0; corner < 3; corner += 1) {
      const at = 3 * (mesh.triangles[3 * t + corner] ?? 0);
      for (let axis = 0; axis < 3; axis += 1) {
        normals[at + axis] = (normals[at + axis] ?? 0) + (n[axis] ?? 0);
      }
    }
  }
  for (let at = 0; at < normals.length; at += 3) {
    const size = Math.hypot(normals[at] ?? 0, normals[at + 1] ?? 0, normals[at + 2] ?? 0) || 1;
    for (let axis = 0; axis < 3; axis += 1) normals[at + axis] = (normals[at + axis] ?? 0) / size;
  }
  return normals;
}

/** Ellipsoid with three orthogonal unit axes and a radius along each. */
export interface Ellipsoid {
  readonly centreMm: Vec3;
  readonly axes: readonly [Vec3, Vec3, Vec3];
  readonly radiiMm: Vec3;
}

/** Number of steps from pole to pole, and around the axis. */
const RINGS = 18;
const AROUND = 32;

/** Returns a closed mesh of an ellipsoid with poles on its third axis. */
export function ellipsoidMesh({ centreMm, axes, radiiMm }: Ellipsoid): Mesh {
  const positions: number[] = [];
  for (let ring = 0; ring <= RINGS; ring += 1) {
    const polar = (ring / RINGS) * Math.PI;
    for (let step = 0; step < AROUND; step += 1) {
      const turn = (step / AROUND) * 2 * Math.PI;
      const direction: Vec3 = [
        Math.sin(polar) * Math.cos(turn),
        Math.sin(polar) * Math.sin(turn),
        Math.cos(polar),
      ];
      const point = axes.reduce<Vec3>(
        (sum, axis, n) => add(sum, scale(axis, (direction[n] ?? 0) * (radiiMm[n] ?? 0))),
        centreMm,
      );
      positions.push(...point);
    }
  }
  const triangles: number[] = [];
  for (let ring = 0; ring < RINGS; ring += 1) {
    for (let step = 0; step < AROUND; step += 1) {
      const next = (step + 1) % AROUND;
      const [a, b] = [ring * AROUND + step, ring * AROUND + next];
      const [c, d] = [a + AROUND, b + AROUND];
      // At the poles one of the two triangles is degenerate.
      if (ring > 0) triangles.push(a, d, b);
      if (ring < RINGS - 1) triangles.push(a, c, d);
    }
  }
  return { positions: Float32Array.from(positions), triangles: Uint32Array.from(triangles) };
}

/** Returns the corners with the smallest and largest x, y and z; null without vertices. */
export function boundsOf(meshes: readonly Mesh[]): readonly [Vec3, Vec3] | null {
  const min = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const max = min.map((value) => -value);
  for (const { positions } of meshes) {
    positions.forEach((value, at) => {
      min[at % 3] = Math.min(min[at % 3] ?? value, value);
      max[at % 3] = Math.max(max[at % 3] ?? value, value);
    });
  }
  const [a, b, c] = min as [number, number, number];
  const [d, e, f] = max as [number, number, number];
  return Number.isFinite(a)
    ? [
        [a, b, c],
        [d, e, f],
      ]
    : null;
}

/** Returns the distance of the farthest vertex from a point in millimetres; 0 without vertices. */
export function maxDistanceMm(meshes: readonly Mesh[], [x, y, z]: Vec3): number {
  let maxSquared = 0;
  for (const { positions } of meshes) {
    for (let at = 0; at < positions.length; at += 3) {
      const [dx, dy, dz] = [
        (positions[at] ?? 0) - x,
        (positions[at + 1] ?? 0) - y,
        (positions[at + 2] ?? 0) - z,
      ];
      maxSquared = Math.max(maxSquared, dx * dx + dy * dy + dz * dz);
    }
  }
  return Math.sqrt(maxSquared);
}
