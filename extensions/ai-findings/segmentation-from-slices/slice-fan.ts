import {
  clockAngleDeg,
  type ImageFrame,
  isInsideImage,
  mmToImage,
  type NormalisedPoint,
  radialDirection,
  transducerFaceMm,
  type Vec3,
  type VolumeGeometry,
  voxelToMm,
} from '#geometry';
import type { FramePrompt, ImageBox } from '../model/segmentation/frame-prompt.ts';
import type {
  BoxMm,
  GuidePoint,
  SegmentationPrompt,
  SegmentationSeed,
} from '../model/segmentation/segmentation.ts';

/** A vertical slice through the centre of a fan, and what to outline in it. */
export interface FanSlice {
  /** Direction of the rows as clock angle, at least 0 and below 180. */
  readonly clockDeg: number;
  readonly frame: ImageFrame;
  readonly prompt: FramePrompt;
}

const SLICES = 6;
/** Guide points within this angle of a slice count in it. */
const GUIDE_DEG = 20;
/** Guide points nearer to the axis than this count in every slice. */
const AXIS_MM = 2;
/** A guide point gets a slice of its own unless one is within this angle. */
const OWN_SLICE_DEG = 5;
/** Extent in depth relative to that across, for a seed with a radius. */
const DEPTH_SHARE = 0.8;

/** Returns the point of a seed at which a lesion is looked for, in LPS millimetres. */
export function seedCentreMm(seed: SegmentationSeed): Vec3 {
  if ('centreMm' in seed) return seed.centreMm;
  const { min, max } = seed.boxMm;
  return [(min[0] + max[0]) / 2, (min[1] + max[1]) / 2, (min[2] + max[2]) / 2];
}

/**
 * Returns vertical slices that contain the depth axis through the centre of the seed: six evenly
 * turned, and one through each guide point beside them. The centre must be inside the volume.
 */
export function sliceFan(
  geometry: VolumeGeometry,
  { seed, points, thresholdShift }: SegmentationPrompt,
): readonly FanSlice[] {
  const centreMm = seedCentreMm(seed);
  return anglesOf(centreMm, points).map((clockDeg) => {
    const frame = axialFrame(geometry, centreMm, clockDeg);
    const at = (inside: boolean) => guidesIn({ clockDeg, frame, centreMm }, points, inside);
    const centre = mmToImage(frame, centreMm);
    const box = boxIn(frame, centre, halfSizesMm(seed), clockDeg);
    const inside = [centre, ...at(true)] as const;
    return { clockDeg, frame, prompt: { inside, outside: at(false), box, thresholdShift } };
  });
}

/** Returns the vertical image through a point along a clock angle, over the whole volume. */
function axialFrame(geometry: VolumeGeometry, centreMm: Vec3, clockDeg: number): ImageFrame {
  const right = radialDirection(clockDeg);
  const [min, max] = chordMm(geometry, centreMm, right);
  const faceMm = transducerFaceMm(geometry);
  return {
    originMm: [centreMm[0] + min * right[0], faceMm, centreMm[2] + min * right[2]],
    right,
    down: [0, 1, 0],
    widthMm: max - min,
    heightMm: geometry.sizes[1] * geometry.spacingMm[1],
  };
}

/** Returns where a horizontal line through a point enters and leaves the volume, in mm from the point. */
function chordMm(geometry: VolumeGeometry, at: Vec3, direction: Vec3): readonly [number, number] {
  const { sizes } = geometry;
  const lowMm = voxelToMm(geometry, [-0.5, -0.5, -0.5]);
  const highMm = voxelToMm(geometry, [sizes[0] - 0.5, sizes[1] - 0.5, sizes[2] - 0.5]);
  let [enters, leaves] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (const axis of [0, 2] as const) {
    if (Math.abs(direction[axis]) < 1e-9) continue;
    const toLow = (lowMm[axis] - at[axis]) / direction[axis];
    const toHigh = (highMm[axis] - at[axis]) / direction[axis];
    enters = Math.max(enters, Math.min(toLow, toHigh));
    leaves = Math.min(leaves, Math.max(toLow, toHigh));
  }
  return [enters, leaves];
}

function anglesOf(centreMm: Vec3, points: readonly GuidePoint[]): readonly number[] {
  const angles = Array.from({ length: SLICES }, (_, n) => (n * 180) / SLICES);
  for (const { mm } of points) {
    const [dx, dz] = [mm[0] - centreMm[0], mm[2] - centreMm[2]];
    if (Math.hypot(dx, dz) < AXIS_MM) continue;
    const clockDeg = clockAngleDeg(dx, dz) % 180;
    if (angles.every((one) => betweenDeg(one, clockDeg) > OWN_SLICE_DEG)) angles.push(clockDeg);
  }
  return angles;
}

/** Returns the angle between two lines with these clock angles, at most 90. */
function betweenDeg(a: number, b: number): number {
  const degrees = Math.abs(a - b) % 180;
  return Math.min(degrees, 180 - degrees);
}

/** Returns the guide points near a slice, turned about the axis into it. */
function guidesIn(
  { clockDeg, frame, centreMm }: Pick<FanSlice, 'clockDeg' | 'frame'> & { centreMm: Vec3 },
  points: readonly GuidePoint[],
  inside: boolean,
): readonly NormalisedPoint[] {
  return points.flatMap((point) => {
    const [dx, dz] = [point.mm[0] - centreMm[0], point.mm[2] - centreMm[2]];
    const radiusMm = Math.hypot(dx, dz);
    const alongMm = dx * frame.right[0] + dz * frame.right[2];
    const isOnAxis = radiusMm < AXIS_MM;
    const isNear = isOnAxis || betweenDeg(clockDeg, clockAngleDeg(dx, dz)) <= GUIDE_DEG;
    if (point.inside !== inside || !isNear) return [];
    const offsetMm = isOnAxis ? alongMm : Math.sign(alongMm) * radiusMm;
    const [x, , z] = centreMm;
    const turnedMm: Vec3 = [
      x + offsetMm * frame.right[0],
      point.mm[1],
      z + offsetMm * frame.right[2],
    ];
    const at = mmToImage(frame, turnedMm);
    return isInsideImage(at) ? [at] : [];
  });
}

/** Returns half the sizes of a seed along x, y and z in mm; null for a click. */
function halfSizesMm(seed: SegmentationSeed): Vec3 | null {
  if ('boxMm' in seed) return halfOf(seed.boxMm);
  const { radiusMm } = seed;
  return radiusMm === undefined ? null : [radiusMm, DEPTH_SHARE * radiusMm, radiusMm];
}

const halfOf = ({ min, max }: BoxMm): Vec3 => [
  (max[0] - min[0]) / 2,
  (max[1] - min[1]) / 2,
  (max[2] - min[2]) / 2,
];

/** Returns the box about the ellipse in which a slice cuts a seed, in 0..1 coordinates. */
function boxIn(
  { widthMm, heightMm }: ImageFrame,
  { u, v }: NormalisedPoint,
  halfMm: Vec3 | null,
  clockDeg: number,
): ImageBox | null {
  if (halfMm === null) return null;
  const [dx, , dz] = radialDirection(clockDeg);
  const acrossMm = 1 / Math.hypot(dx / halfMm[0], dz / halfMm[2]);
  const half = { u: acrossMm / widthMm, v: halfMm[1] / heightMm };
  return {
    min: { u: Math.max(0, u - half.u), v: Math.max(0, v - half.v) },
    max: { u: Math.min(1, u + half.u), v: Math.min(1, v + half.v) },
  };
}
