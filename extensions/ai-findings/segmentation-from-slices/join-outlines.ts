import { fail, ok, type Problem, problem, type Result } from '#foundation';
import { clockAngleDeg, distance, dot, radialDirection, subtract, type Vec3 } from '#geometry';
import type { GuidePoint } from '../model/segmentation/segmentation.ts';
import { makeMask, type VoxelMask } from '../model/segmentation/voxel-mask.ts';
import { engineTexts } from '../texts/engine-texts.ts';
import {
  containsCentre,
  outlineAreaMm2,
  outlineRadii,
  type PlanePoint,
  POLAR_STEPS,
} from './outline-radii.ts';

/** Closed outline of a lesion in a vertical slice through the depth axis of the centre. */
export interface SliceOutline {
  /** Direction of the slice as clock angle, at least 0 and below 180. */
  readonly clockDeg: number;
  /** Corners in LPS millimetres. */
  readonly pointsMm: readonly Vec3[];
}

export interface JoinOptions {
  /** Bend the border, so that they lie on their side of it. */
  readonly points: readonly GuidePoint[];
  /** Returns whether a point in LPS millimetres was recorded; other voxels are no part of the mask. */
  readonly isRecorded: (mm: Vec3) => boolean;
}

export interface JoinedOutlines<Slice extends SliceOutline> {
  /** Empty where nothing inside the outlines was recorded. */
  readonly mask: VoxelMask;
  /** Outlines that the mask rests on. */
  readonly agreeing: readonly Slice[];
}

/**
 * Largest ratio of the size of an outline to the median size, chosen by the overlap on tuning
 * phantoms (seeds 1000 to 1045).
 */
const MAX_RATIO = 1.4;
const MIN_SLICES = 3;
const MASK_MM = 0.5;
/** Maximum number of voxels from the centre of the mask to its edge; larger lesions get larger voxels. */
const MAX_REACH = 60;
/** Cosine of the angle within which a guide point bends the border. */
const GUIDE_COSINE = Math.cos((28 * Math.PI) / 180);
/** Distance in mm by which the border passes a guide point. */
const GUIDE_MARGIN_MM = 0.5;

/**
 * Joins outlines about a point to a mask: the distance of the border from the centre is interpolated
 * between the slices. Outlines that miss the centre or differ in size from the median are left out.
 * Fails with SLICES_DISAGREE if fewer than three or less than half of the outlines agree.
 */
export function joinOutlines<Slice extends SliceOutline>(
  centreMm: Vec3,
  outlines: readonly Slice[],
  { points, isRecorded }: JoinOptions,
): Result<JoinedOutlines<Slice>> {
  const agreeing = agreeingOutlines(centreMm, outlines);
  if (agreeing.length < MIN_SLICES || 2 * agreeing.length < outlines.length) {
    return fail(slicesDisagree(agreeing.length, outlines.length));
  }
  const border = new JoinedBorder(centreMm, agreeing, points);
  const reachMm = border.reachMm;
  const edgeMm = Math.max(MASK_MM, reachMm / MAX_REACH);
  const reach = Math.ceil(reachMm / edgeMm) + 1;
  const size = 2 * reach + 1;
  const grid = {
    sizes: [size, size, size],
    spacingMm: [edgeMm, edgeMm, edgeMm],
    originMm: [
      centreMm[0] - reach * edgeMm,
      centreMm[1] - reach * edgeMm,
      centreMm[2] - reach * edgeMm,
    ],
  } as const;
  const mask = makeMask(grid, (mm) => border.contains(mm) && isRecorded(mm));
  return ok({ mask, agreeing: agreeing.map(({ slice }) => slice) });
}

/** An outline in mm from the centre. */
interface CentredOutline<Slice> {
  readonly slice: Slice;
  readonly clockDeg: number;
  readonly points: readonly PlanePoint[];
}

function agreeingOutlines<Slice extends SliceOutline>(
  centreMm: Vec3,
  outlines: readonly Slice[],
): readonly CentredOutline<Slice>[] {
  const sized = outlines.map((slice) => {
    const { clockDeg, pointsMm } = slice;
    const right = radialDirection(clockDeg);
    const points = pointsMm.map((mm): PlanePoint => {
      const offset = subtract(mm, centreMm);
      return [dot(offset, right), offset[1]];
    });
    const size = containsCentre(points) ? Math.sqrt(outlineAreaMm2(points)) : 0;
    return { slice, clockDeg, points, size };
  });
  const about = sized.filter(({ size }) => size > 0);
  const median = medianOf(about.map(({ size }) => size));
  return about.filter(({ size }) => Math.max(size / median, median / size) <= MAX_RATIO);
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = Math.floor(sorted.length / 2);
  const lower = Math.ceil(sorted.length / 2) - 1;
  return ((sorted[lower] ?? 0) + (sorted[upper] ?? 0)) / 2;
}

/** Half of an outline, from the axis outwards: distances by the angle from the direction to the skin. */
interface HalfPlane {
  readonly clockDeg: number;
  readonly radii: readonly number[];
}

/** Border by its distance from the centre in each direction. */
class JoinedBorder {
  readonly #centreMm: Vec3;
  readonly #halves: readonly HalfPlane[];
  readonly #guides: readonly (GuidePoint & { readonly offset: Vec3; readonly radius: number })[];

  constructor(
    centreMm: Vec3,
    outlines: readonly Pick<CentredOutline<unknown>, 'clockDeg' | 'points'>[],
    points: readonly GuidePoint[],
  ) {
    this.#centreMm = centreMm;
    this.#halves = outlines
      .flatMap(({ clockDeg, points: corners }) => [
        { clockDeg, radii: outlineRadii(corners, 1) },
        { clockDeg: clockDeg + 180, radii: outlineRadii(corners, -1) },
      ])
      .toSorted((a, b) => a.clockDeg - b.clockDeg);
    this.#guides = points.map((point) => {
      const offset = subtract(point.mm, centreMm);
      return { ...point, offset, radius: distance(point.mm, centreMm) };
    });
  }

  /** Largest distance of the border from the centre in mm. */
  get reachMm(): number {
    const drawn = this.#halves.flatMap(({ radii }) => radii);
    const guided = this.#guides.filter(({ inside }) => inside).map(({ radius }) => radius);
    return Math.max(...drawn, ...guided) + GUIDE_MARGIN_MM;
  }

  contains(mm: Vec3): boolean {
    const offset = subtract(mm, this.#centreMm);
    const radius = distance(mm, this.#centreMm);
    return (
      radius < 1e-6 || radius <= this.#bent(this.#radiusTowards(offset, radius), offset, radius)
    );
  }

  #radiusTowards(offset: Vec3, radius: number): number {
    const clockDeg = clockAngleDeg(offset[0], offset[2]);
    const halves = this.#halves;
    const next = halves.findIndex((half) => half.clockDeg > clockDeg);
    const after = halves[Math.max(0, next)];
    const before = halves[(next <= 0 ? halves.length : next) - 1];
    if (after === undefined || before === undefined) return 0;
    const around = (from: number, to: number): number => (to - from + 360) % 360;
    const share = around(before.clockDeg, clockDeg) / around(before.clockDeg, after.clockDeg);
    const polar = (Math.acos(Math.max(-1, -offset[1] / radius)) / Math.PI) * (POLAR_STEPS - 1);
    return mix(radiusAt(before, polar), radiusAt(after, polar), share);
  }

  /** Moves the border past the guide points, less with the angle to them. */
  #bent(radius: number, offset: Vec3, offsetLength: number): number {
    let bent = radius;
    for (const guide of this.#guides) {
      const cosine = dot(offset, guide.offset) / (offsetLength * Math.max(1e-6, guide.radius));
      const weight = (cosine - GUIDE_COSINE) / (1 - GUIDE_COSINE);
      const passedMm = guide.radius + (guide.inside ? GUIDE_MARGIN_MM : -GUIDE_MARGIN_MM);
      const isPassed = guide.inside ? bent >= passedMm : bent <= passedMm;
      if (weight > 0 && !isPassed) bent = mix(bent, passedMm, weight);
    }
    return Math.max(0, bent);
  }
}

function radiusAt({ radii }: HalfPlane, polar: number): number {
  const lower = Math.min(POLAR_STEPS - 2, Math.floor(polar));
  return mix(radii[lower] ?? 0, radii[lower + 1] ?? 0, polar - lower);
}

const mix = (a: number, b: number, share: number): number => a + (b - a) * share;

/** The Problem of outlines that do not agree. */
export function slicesDisagree(agreeing: number, outlined: number): Problem {
  const { title, detail, next } = engineTexts.problems.SLICES_DISAGREE;
  return problem('SLICES_DISAGREE', title, detail(agreeing, outlined, MIN_SLICES), next);
}
