import { fail, ok, type Problem, problem, type Result } from '#foundation';
import { radialDirection, type Vec3 } from '#geometry';
import type { Nrrd } from '#volume';
import { spaceTexts } from '../texts/space-texts.ts';
import type { Mesh } from './mesh.ts';

const ANGLES = 360;

/**
 * The skin's upper surface about the rotation axis, as the reconstruction stores it: depth below
 * the transducer face in millimetres, radius fastest, clock angles 1° apart from 0°; NaN where the
 * transducer had no contact.
 */
export interface SkinSurface {
  readonly radii: number;
  readonly radiusStepMm: number;
  readonly depthMm: Float32Array;
}

/** Reads the height map. Problem SKIN_UNREADABLE says what is wrong with it. */
export function skinOf({ sizes, type, data, spacings }: Nrrd): Result<SkinSurface> {
  const { wrongMesh } = spaceTexts.surface;
  const [radii, angles] = sizes;
  if (sizes.length !== 2 || radii === undefined)
    return fail(unreadable(wrongMesh.axes(sizes.length)));
  if (!(data instanceof Float32Array)) return fail(unreadable(wrongMesh.type(type)));
  if (angles !== ANGLES) return fail(unreadable(wrongMesh.angles(angles ?? 0)));
  const radiusStepMm = spacings?.[0] ?? null;
  if (radiusStepMm === null || !(radiusStepMm > 0) || data.every((mm) => Number.isNaN(mm))) {
    return fail(unreadable(wrongMesh.empty));
  }
  return ok({ radii, radiusStepMm, depthMm: data });
}

/** The skin in patient millimetres: closed at the axis and around it, open where contact ends. `every`: of so many radii and angles one, to be drawn as a net. */
export function skinMesh(skin: SkinSurface, every = 1): Mesh {
  const { radii, radiusStepMm, depthMm } = skin;
  const vertex = new Int32Array(depthMm.length).fill(-1);
  const positions: number[] = [];
  const apexMm = meanAtAxis(skin);
  if (apexMm !== null) positions.push(0, apexMm, 0);
  for (let angle = 0; angle < ANGLES; angle += every) {
    const [x, , z] = radialDirection(angle);
    // All places at the axis are one vertex.
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
  const at = (angle: number, r: number): number => vertex[(angle % ANGLES) * radii + r] ?? -1;
  for (let angle = 0; angle < ANGLES; angle += every) {
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
    { length: ANGLES },
    (_, angle) => depthMm[angle * radii] ?? Number.NaN,
  ).filter((depth) => !Number.isNaN(depth));
  return known.length === 0 ? null : known.reduce((sum, depth) => sum + depth, 0) / known.length;
}

/** Depth of the skin at a place of the coronal plane; null where it is not known. */
export function skinDepthMm(skin: SkinSurface, x: number, z: number): number | null {
  const { radii, radiusStepMm, depthMm } = skin;
  const r = Math.round(Math.hypot(x, z) / radiusStepMm);
  const angle = Math.round(((Math.atan2(x, z) * 180) / Math.PI + 360) % 360) % ANGLES;
  const depth = r < radii ? (depthMm[angle * radii + r] ?? Number.NaN) : Number.NaN;
  return Number.isNaN(depth) ? null : depth;
}

/** An hour of the clock on the skin. */
export interface SkinHour {
  readonly hour: number;
  readonly atMm: Vec3;
}

/** The clock ring that lies on the skin about the nipple: hours and the line between them. */
export function clockOnSkin(
  skin: SkinSurface,
  centre: { readonly x: number; readonly z: number },
  radiusMm: number,
): { readonly hours: readonly SkinHour[]; readonly line: readonly (Vec3 | null)[] } {
  const at = (deg: number): Vec3 | null => {
    const [dx, , dz] = radialDirection(deg);
    const [x, z] = [centre.x + dx * radiusMm, centre.z + dz * radiusMm];
    const depth = skinDepthMm(skin, x, z);
    return depth === null ? null : [x, depth, z];
  };
  const hours = Array.from({ length: 12 }, (_, n) => n).flatMap((n) => {
    const atMm = at(n * 30);
    return atMm === null ? [] : [{ hour: n === 0 ? 12 : n, atMm }];
  });
  return { hours, line: Array.from({ length: 121 }, (_, n) => at((n * 3) % 360)) };
}

const unreadable = (detail: string): Problem =>
  problem(
    'SKIN_UNREADABLE',
    spaceTexts.surface.unreadable,
    detail,
    spaceTexts.surface.unreadableNext,
    'breast-planes',
  );
