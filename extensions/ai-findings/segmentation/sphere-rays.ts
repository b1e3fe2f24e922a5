import type { Vec3 } from '#geometry';

/** Directions spread evenly over the sphere, and for each the indices of its nearest others. */
export interface SphereRays {
  readonly directions: readonly Vec3[];
  readonly neighbours: readonly (readonly number[])[];
}

const NEIGHBOURS = 8;

/** Returns `count` directions on a Fibonacci spiral. */
export function sphereRays(count: number): SphereRays {
  const turn = Math.PI * (3 - Math.sqrt(5));
  const directions = Array.from({ length: count }, (_, n): Vec3 => {
    const y = 1 - (2 * (n + 0.5)) / count;
    const radius = Math.sqrt(1 - y * y);
    return [radius * Math.cos(turn * n), y, radius * Math.sin(turn * n)];
  });
  return { directions, neighbours: directions.map((_, n) => nearest(directions, n)) };
}

function nearest(directions: readonly Vec3[], ray: number): readonly number[] {
  const own = directions[ray] ?? [0, 0, 0];
  return directions
    .map((other, n) => ({ n, cosine: cosineOf(own, other) }))
    .filter(({ n }) => n !== ray)
    .sort((a, b) => b.cosine - a.cosine)
    .slice(0, NEIGHBOURS)
    .map(({ n }) => n);
}

export const cosineOf = (a: Vec3, b: Vec3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
