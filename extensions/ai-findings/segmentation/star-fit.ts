import type { Vec3 } from '#geometry';
import type { BoxMm, GuidePoint } from '../model/segmentation/segmentation.ts';
import type { LevelSampler } from './level-sampler.ts';
import { cosineOf, sphereRays } from './sphere-rays.ts';

/** Region that every ray from its centre leaves once; radii are in units of the half axes. */
export interface StarRegion {
  readonly centreMm: Vec3;
  readonly halfAxesMm: Vec3;
  /** One for each of RAYS. */
  readonly radii: Float32Array;
  /** Level around the region minus level inside in dB. */
  readonly contrastDb: number;
}

export interface StarFitOptions {
  readonly centreMm: Vec3;
  readonly halfAxesMm: Vec3;
  /** Weight of the given half axes: high for a drawn box, low for a click. */
  readonly priorWeight: number;
  readonly points: readonly GuidePoint[];
  /** Moves the border outwards when positive. */
  readonly thresholdShiftDb: number;
}

const RAY_COUNT = 400;
/** Rays before and after the expected index that may be the nearest to a direction. */
const NEARBY = 32;
export const RAYS = sphereRays(RAY_COUNT);
const STEPS = 40;
/** Length of a ray in units of the half axes. */
const REACH = 1.6;
const ROUNDS = 12;
const SMOOTHNESS = 18;
/** Samples within this share of the radius are inside, those beyond by RIM are around. */
const INSIDE = 0.85;
const RIM = [1.12, 1.5] as const;
/** A border lies at most this far below the level around, because side lobes fill dark lesions. */
const BELOW_RIM_DB = 6;
/** Cosine of the angle within which a guide point bends the border. */
const GUIDE_COSINE = Math.cos((28 * Math.PI) / 180);
const GUIDE_WEIGHT = 400;
/** Cost of a sample that no beam reached, in units of the contrast. */
const UNCOVERED_COST = 4;
const MIN_CONTRAST_DB = 1;

/** Fits the border of a dark region around a centre; always returns a region. */
export function fitStar(sampler: LevelSampler, options: StarFitOptions): StarRegion {
  const profiles = sampleRays(sampler, options);
  const guides = guideRays(options);
  let radii: Float32Array = new Float32Array(RAYS.directions.length).fill(1);
  let contrastDb = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const { insideDb, aroundDb } = levelsOf(profiles, radii);
    contrastDb = aroundDb - insideDb;
    const thresholdDb =
      Math.max((insideDb + aroundDb) / 2, aroundDb - BELOW_RIM_DB) + options.thresholdShiftDb;
    const scaleDb = Math.max(MIN_CONTRAST_DB, contrastDb);
    const previous = radii;
    radii = previous.map((_, ray) =>
      bestRadius({
        profile: profiles[ray] ?? new Float32Array(0),
        thresholdDb,
        scaleDb,
        neighbourMean: neighbourMean(previous, ray),
        priorWeight: options.priorWeight,
        guides: guides[ray] ?? [],
      }),
    );
  }
  const { centreMm, halfAxesMm } = options;
  return { centreMm, halfAxesMm, radii, contrastDb };
}

/** Returns whether a point is inside the region; the border between rays is interpolated. */
export function isInStar(region: StarRegion, [x, y, z]: Vec3): boolean {
  const { centreMm: c, halfAxesMm: a } = region;
  const scaled: Vec3 = [(x - c[0]) / a[0], (y - c[1]) / a[1], (z - c[2]) / a[2]];
  const radius = Math.hypot(...scaled);
  if (radius > REACH) return false;
  return radius < 1e-6 || radius <= radiusTowards(region.radii, scaled, radius);
}

/** Returns the box around the ends of all rays. */
export function starBoxMm({ centreMm: c, halfAxesMm: a, radii }: StarRegion): BoxMm {
  const ends = (axis: 0 | 1 | 2): readonly number[] =>
    RAYS.directions.map((ray, n) => c[axis] + (radii[n] ?? 0) * ray[axis] * a[axis]);
  const [x, y, z] = [ends(0), ends(1), ends(2)];
  return {
    min: [Math.min(...x), Math.min(...y), Math.min(...z)],
    max: [Math.max(...x), Math.max(...y), Math.max(...z)],
  };
}

function radiusTowards(radii: Float32Array, [x, y, z]: Vec3, norm: number): number {
  const direction: Vec3 = [x / norm, y / norm, z / norm];
  let nearest = 0;
  let best = -2;
  // Rays are ordered by y, so the nearest one has an index near that of the direction's own y.
  const expected = ((1 - direction[1]) * RAY_COUNT) / 2;
  const first = Math.max(0, Math.floor(expected - NEARBY));
  for (let ray = first; ray < Math.min(RAY_COUNT, expected + NEARBY); ray += 1) {
    const cosine = cosineOf(RAYS.directions[ray] ?? [0, 0, 0], direction);
    if (cosine > best) [best, nearest] = [cosine, ray];
  }
  let weights = 0;
  let sum = 0;
  for (const ray of [nearest, ...(RAYS.neighbours[nearest] ?? [])]) {
    const cosine = cosineOf(RAYS.directions[ray] ?? [0, 0, 0], direction);
    const weight = 1 / (1e-3 + 1 - cosine);
    weights += weight;
    sum += weight * (radii[ray] ?? 0);
  }
  return sum / weights;
}

const radiusOf = (step: number): number => ((step + 1) * REACH) / STEPS;

/** Returns the levels along each ray in dB; NaN where no beam reached. */
function sampleRays(
  sampler: LevelSampler,
  { centreMm: c, halfAxesMm: a }: StarFitOptions,
): readonly Float32Array[] {
  return RAYS.directions.map(([x, y, z]) =>
    Float32Array.from({ length: STEPS }, (_, step) => {
      const r = radiusOf(step) - REACH / STEPS / 2;
      return (
        sampler.at([c[0] + x * r * a[0], c[1] + y * r * a[1], c[2] + z * r * a[2]]) ?? Number.NaN
      );
    }),
  );
}

function levelsOf(profiles: readonly Float32Array[], radii: Float32Array) {
  let [inside, insideWeight, around, aroundWeight] = [0, 0, 0, 0];
  for (const [ray, profile] of profiles.entries()) {
    const radius = radii[ray] ?? 1;
    for (let step = 0; step < STEPS; step += 1) {
      const db = profile[step] ?? Number.NaN;
      if (Number.isNaN(db)) continue;
      const r = radiusOf(step);
      const weight = r * r;
      if (r < INSIDE * radius) {
        inside += weight * db;
        insideWeight += weight;
      } else if (r > RIM[0] * radius && r < RIM[1] * radius) {
        around += weight * db;
        aroundWeight += weight;
      }
    }
  }
  const insideDb = insideWeight === 0 ? 0 : inside / insideWeight;
  return { insideDb, aroundDb: aroundWeight === 0 ? insideDb : around / aroundWeight };
}

function neighbourMean(radii: Float32Array, ray: number): number {
  const neighbours = RAYS.neighbours[ray] ?? [];
  return neighbours.reduce((sum, n) => sum + (radii[n] ?? 1), 0) / Math.max(1, neighbours.length);
}

interface Guide {
  readonly radius: number;
  readonly inside: boolean;
  readonly weight: number;
}

/** Returns the guides of each ray, weaker with the angle to the point. */
function guideRays({ centreMm: c, halfAxesMm: a, points }: StarFitOptions): readonly Guide[][] {
  return RAYS.directions.map((direction) =>
    points.flatMap(({ mm, inside }) => {
      const scaled: Vec3 = [(mm[0] - c[0]) / a[0], (mm[1] - c[1]) / a[1], (mm[2] - c[2]) / a[2]];
      const radius = Math.hypot(...scaled);
      if (radius < 1e-6) return [];
      const cosine = cosineOf(direction, scaled) / radius;
      if (cosine < GUIDE_COSINE) return [];
      const weight = (cosine - GUIDE_COSINE) / (1 - GUIDE_COSINE);
      return [{ radius: Math.min(REACH, radius), inside, weight: GUIDE_WEIGHT * weight }];
    }),
  );
}

interface RayProblem {
  readonly profile: Float32Array;
  readonly thresholdDb: number;
  readonly scaleDb: number;
  readonly neighbourMean: number;
  readonly priorWeight: number;
  readonly guides: readonly Guide[];
}

/** Margin in units of the half axes by which the border passes a guide point. */
const GUIDE_MARGIN = 0.06;

function bestRadius(ray: RayProblem): number {
  let cumulative = 0;
  let best = Number.POSITIVE_INFINITY;
  let bestAt = 1;
  for (let step = 0; step < STEPS; step += 1) {
    const db = ray.profile[step] ?? Number.NaN;
    cumulative += Number.isNaN(db) ? UNCOVERED_COST : (db - ray.thresholdDb) / ray.scaleDb;
    const radius = radiusOf(step);
    let cost =
      cumulative +
      SMOOTHNESS * (radius - ray.neighbourMean) ** 2 +
      ray.priorWeight * (radius - 1) ** 2;
    for (const guide of ray.guides) {
      const miss = guide.inside
        ? guide.radius + GUIDE_MARGIN - radius
        : radius - guide.radius + GUIDE_MARGIN;
      if (miss > 0) cost += guide.weight * miss;
    }
    if (cost < best) [best, bestAt] = [cost, radius];
  }
  return bestAt;
}
