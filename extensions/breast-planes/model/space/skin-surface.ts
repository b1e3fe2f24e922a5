import { radialDirection, SKIN_ANGLES, type SkinSurface, skinYMm, type Vec3 } from '#geometry';
import type { Mesh } from './mesh.ts';

/**
 * Returns the skin mesh in patient millimetres: closed at the axis and around it, open where
 * contact ends. Uses every n-th radius and angle (n = `every`), for the wireframe.
 */
export function skinMesh(skin: SkinSurface, every = 1): Mesh {
  const { radii, radiusStepMm, depthMm } = skin;
  const vertex = new Int32Array(depthMm.length).fill(-1);
  const positions: number[] = [];
  const apexMm = meanAtAxis(skin);
  if (apexMm !== null) positions.push(0, apexMm, 0);
  for (let angle = 0; angle < SKIN_ANGLES; angle += every) {
    const [x, , z] = radialDirection(angle);
    // All angles share one vertex at the axis.
    if (apexMm !== null) vertex[angle * radii] = 0;
    for (let r = every; r < radii; r += every) {
      const depth = depthMm[angle * radii + r] ?? Number.NaN;
      if (Number.isNaN(depth)) continue;
      vertex[angle * radii + r] = positions.length / 3;
      positions.push(r * radiusStepMm * x, depth, r * radiusStepMm * z);
    }
  }
  return { positions: Float32Array.from(positions), triangles: trianglesOf(vertex, radii, every) };
}

function trianglesOf(vertex: Int32Array, radii: number, every: number): Uint32Array {
  const triangles: number[] = [];
  const add = (a: number, b: number, c: number): void => {
    if (Math.min(a, b, c) >= 0 && a !== b && b !== c && a !== c) triangles.push(a, b, c);
  };
  const at = (angle: number, r: number): number => vertex[(angle % SKIN_ANGLES) * radii + r] ?? -1;
  for (let angle = 0; angle < SKIN_ANGLES; angle += every) {
    const next = angle + every;
    for (let r = 0; r + every < radii; r += every) {
      add(at(angle, r), at(next, r + every), at(angle, r + every));
      add(at(angle, r), at(next, r), at(next, r + every));
    }
  }
  return Uint32Array.from(triangles);
}

function meanAtAxis({ radii, depthMm }: SkinSurface): number | null {
  const known = Array.from(
    { length: SKIN_ANGLES },
    (_, angle) => depthMm[angle * radii] ?? Number.NaN,
  ).filter((depth) => !Number.isNaN(depth));
  return known.length === 0 ? null : known.reduce((sum, depth) => sum + depth, 0) / known.length;
}

/** Clock hour on the skin. */
export interface SkinHour {
  readonly hour: number;
  readonly atMm: Vec3;
}

/**
 * Returns the clock ring on the skin around the nipple: hours and line points; null points and
 * missing hours where the skin is unknown.
 */
export function clockOnSkin(
  skin: SkinSurface,
  centre: { readonly x: number; readonly z: number },
  radiusMm: number,
): { readonly hours: readonly SkinHour[]; readonly line: readonly (Vec3 | null)[] } {
  const at = (deg: number): Vec3 | null => {
    const [dx, , dz] = radialDirection(deg);
    const [x, z] = [centre.x + dx * radiusMm, centre.z + dz * radiusMm];
    const depth = skinYMm(skin, x, z);
    return depth === null ? null : [x, depth, z];
  };
  const hours = Array.from({ length: 12 }, (_, n) => n).flatMap((n) => {
    const atMm = at(n * 30);
    return atMm === null ? [] : [{ hour: n === 0 ? 12 : n, atMm }];
  });
  return { hours, line: Array.from({ length: 121 }, (_, n) => at((n * 3) % 360)) };
}
