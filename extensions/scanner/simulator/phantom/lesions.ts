import type { Vec3 } from '#geometry';
import { lengthOf, sinCosDeg } from '../math/portable-math.ts';
import { hash32, type Random, randomOf } from '../math/random.ts';
import { type Cone, fillCone, inCone, visitCells } from './cones.ts';
import type { LesionDraw } from './lesion-kinds.ts';
import { acousticsOf, lesionLabel, setAcoustics, TISSUE, type TissueField } from './tissue.ts';
import { octaves } from './value-noise.ts';

/** Labels outside and inside of the specular surface of a lesion. */
export interface SurfaceLabels {
  readonly outside: number;
  readonly inside: number;
}

/** A lesion with its location. */
export interface Lesion extends LesionDraw {
  readonly centreMm: Vec3;
  /** Labels at the specular surface; null where there is no mass. */
  readonly surfaceLabels: SurfaceLabels | null;
  /** Maximum distance of the surface from the centre, in half axes. */
  readonly extent: number;
  /**
   * Returns the distance of a point from the centre relative to the surface in that direction;
   * below 1 inside.
   */
  relativeRadiusAt(point: Vec3): number;
  /**
   * Returns whether a point belongs to the lesion: the mass with its spicules, or the region of
   * calcifications.
   */
  contains(point: Vec3): boolean;
}

interface Shape {
  readonly extent: number;
  readonly relativeRadiusAt: (point: Vec3) => number;
  readonly spicules: readonly Cone[];
}

/** Radius of a spicule at its base, as a share of the smallest half axis. */
const SPICULE_SHARE = 0.2;
/** Acoustics of a calcification; `echoDb` is relative to gland. */
const CALCIFICATION = { ...acousticsOf(TISSUE.rib), echoDb: 20, attenuation: 2 };

/**
 * Inserts lesion number `index` of the breast into the labels and tissues of a field. `outer`
 * mirrors its shape like the whole anatomy.
 */
export function insertLesion(
  field: TissueField,
  draw: LesionDraw,
  centreMm: Vec3,
  index: number,
  outer: 1 | -1,
): Lesion {
  const seed = hash32(field.scattererSeed, 31, index);
  const random = randomOf(seed, 1);
  const shape = shapeOf(draw, centreMm, seed, outer, random);
  const lesion: Lesion = {
    ...draw,
    centreMm,
    extent: shape.extent,
    surfaceLabels: surfaceLabelsOf(draw, index),
    relativeRadiusAt: shape.relativeRadiusAt,
    contains: (point) =>
      shape.relativeRadiusAt(point) <= 1 || shape.spicules.some((cone) => inCone(cone, point)),
  };
  setLesionAcoustics(field, draw, index);
  if (draw.body !== null) {
    fillBody(field, lesion, index, outer);
    const body = lesionLabel(index, 'body');
    for (const cone of shape.spicules) fillCone(field, cone, body, () => true);
  }
  addCalcifications(field, lesion, index, outer, random);
  return lesion;
}

/** Sets the acoustics of a lesion's parts. */
function setLesionAcoustics(
  field: TissueField,
  { body, rim, core, calcifications }: LesionDraw,
  index: number,
) {
  const { acoustics } = field;
  if (body !== null) setAcoustics(acoustics, lesionLabel(index, 'body'), body);
  if (rim !== null) setAcoustics(acoustics, lesionLabel(index, 'rim'), rim);
  if (core !== null) setAcoustics(acoustics, lesionLabel(index, 'core'), core);
  if (calcifications > 0) {
    setAcoustics(acoustics, lesionLabel(index, 'calcification'), CALCIFICATION);
  }
}

function surfaceLabelsOf({ body, rim }: LesionDraw, index: number): SurfaceLabels | null {
  if (body === null) return null;
  const outside = rim === null ? TISSUE.gland : lesionLabel(index, 'rim');
  return { outside, inside: lesionLabel(index, 'body') };
}

/** Returns an ellipsoid with a surface deformed by a seed, and cones that start inside. */
function shapeOf(
  { radiiMm, unevenness, spicules }: LesionDraw,
  [cx, cy, cz]: Vec3,
  seed: number,
  outer: 1 | -1,
  random: Random,
): Shape {
  const uneven = octaves(seed, [0.65, 0.3]);
  const [rx, ry, rz] = radiiMm;
  const maxDeviation = 2 * unevenness;
  const relativeRadiusAt = ([x, y, z]: Vec3): number => {
    const dx = (outer * (x - cx)) / rx;
    const dy = (y - cy) / ry;
    const dz = (z - cz) / rz;
    const radius = lengthOf(dx, dy, dz);
    // Far from the surface the exact distance is irrelevant, and noise is expensive.
    if (radius < 0.7 * (1 - maxDeviation) || radius > 1.8 * (1 + maxDeviation)) return radius;
    // Noise by direction from the centre, so that the surface is a function of the direction.
    return radius / (1 + maxDeviation * uneven(dx / radius + 9, dy / radius + 9, dz / radius + 9));
  };
  const baseRadiusMm = Math.max(0.9, SPICULE_SHARE * Math.min(...radiiMm));
  const cones = Array.from({ length: spicules }, (): Cone => {
    const up = random.between(-0.85, 0.85);
    const flat = Math.sqrt(1 - up * up);
    const { sin, cos } = sinCosDeg(random.between(0, 360));
    const lengthFactor = random.between(1.4, 1.95);
    const at = (share: number): Vec3 => [
      cx + outer * share * flat * sin * rx,
      cy + share * up * ry,
      cz + share * flat * cos * rz,
    ];
    return { from: at(0.5), to: at(lengthFactor), fromRadiusMm: baseRadiusMm, toRadiusMm: 0.35 };
  });
  return { extent: 1 + maxDeviation, relativeRadiusAt, spicules: cones };
}

/** Labels the cells of a lesion as rim, body or core. */
function fillBody(field: TissueField, lesion: Lesion, index: number, outer: 1 | -1): void {
  const { centreMm, radiiMm, rim, core, extent } = lesion;
  const rimShare = rim === null ? 0 : rim.thicknessMm / Math.min(...radiiMm);
  const [low, high] = boxOf(lesion, extent * (1 + rimShare));
  const coreAt: Vec3 = core?.at ?? [0, 0, 0];
  visitCells(field, low, high, (at, point) => {
    const relativeRadius = lesion.relativeRadiusAt(point);
    if (relativeRadius > 1 + rimShare) return;
    if (relativeRadius > 1) {
      field.labels[at] = lesionLabel(index, 'rim');
      return;
    }
    const [dx, dy, dz] = [0, 1, 2].map(
      (i) => ((point[i] ?? 0) - (centreMm[i] ?? 0)) / (radiiMm[i] ?? 1),
    ) as [number, number, number];
    const fromCore = lengthOf(outer * dx - coreAt[0], dy - coreAt[1], dz - coreAt[2]);
    const inner = core !== null && fromCore < core.size;
    field.labels[at] = lesionLabel(index, inner ? 'core' : 'body');
  });
}

/** Adds calcifications as single cells, which are points to any beam. */
function addCalcifications(
  field: TissueField,
  lesion: Lesion,
  index: number,
  outer: 1 | -1,
  random: Random,
): void {
  const { centreMm, radiiMm } = lesion;
  const half = 0.5 * field.cellMm;
  for (let remaining = lesion.calcifications; remaining > 0; remaining -= 1) {
    const dx = random.between(-0.75, 0.75) * radiiMm[0];
    const dy = random.between(-0.75, 0.75) * radiiMm[1];
    const dz = random.between(-0.75, 0.75) * radiiMm[2];
    const at: Vec3 = [centreMm[0] + outer * dx, centreMm[1] + dy, centreMm[2] + dz];
    const low: Vec3 = [at[0] - half, at[1] - half, at[2] - half];
    const high: Vec3 = [at[0] + half, at[1] + half, at[2] + half];
    visitCells(field, low, high, (cell) => {
      field.labels[cell] = lesionLabel(index, 'calcification');
    });
  }
}

/** Returns the corners of the box that extends `share` half axes around the centre. */
export function boxOf(
  { centreMm: [x, y, z], radiiMm: [rx, ry, rz] }: Pick<Lesion, 'centreMm' | 'radiiMm'>,
  share: number,
): readonly [Vec3, Vec3] {
  return [
    [x - share * rx, y - share * ry, z - share * rz],
    [x + share * rx, y + share * ry, z + share * rz],
  ];
}
