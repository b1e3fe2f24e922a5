import { distance, type ImageFrame, imageToMm, type NormalisedPoint, type Vec3 } from '#geometry';
import type { SegmentationSeed } from './segmentation.ts';

/** Points in 0..1 coordinates of an image. */
interface PointsInImage {
  readonly frame: ImageFrame;
  readonly points: readonly NormalisedPoint[];
}

/** Drags shorter than this are clicks. */
export const MIN_DRAG_MM = 2;
/** Boxes narrower than this in one direction are diameters. */
export const MIN_BOX_MM = 1.5;
/** Extent in depth relative to that across, where a box shows only one of them. */
const DEPTH_SHARE = 0.8;

/** Returns the points of a drawing in LPS millimetres. */
export const drawnMm = ({ frame, points }: PointsInImage): readonly Vec3[] =>
  points.map(({ u, v }) => imageToMm(frame, u, v));

/**
 * Returns where to look for a lesion: one point is a click; two points are opposite corners of a box,
 * or the ends of a diameter if the box is flat. The direction across the image gets the mean of the
 * other two.
 */
export function seedOfPoints([a, b]: readonly Vec3[]): SegmentationSeed | null {
  if (a === undefined) return null;
  if (b === undefined || distance(a, b) < MIN_DRAG_MM) return { centreMm: a };
  const centreMm = middle(a, b);
  const [dx, dy, dz] = [Math.abs(a[0] - b[0]), Math.abs(a[1] - b[1]), Math.abs(a[2] - b[2])];
  const acrossMm = Math.hypot(dx, dz);
  const isCoronal = dy < 1e-6;
  const smallerMm = isCoronal ? Math.min(dx, dz) : Math.min(acrossMm, dy);
  if (smallerMm < MIN_BOX_MM) return { centreMm, radiusMm: distance(a, b) / 2 };
  const half: Vec3 = isCoronal
    ? [dx / 2, (DEPTH_SHARE * (dx + dz)) / 4, dz / 2]
    : [acrossMm / 2, dy / 2, acrossMm / 2];
  return {
    boxMm: {
      min: [centreMm[0] - half[0], centreMm[1] - half[1], centreMm[2] - half[2]],
      max: [centreMm[0] + half[0], centreMm[1] + half[1], centreMm[2] + half[2]],
    },
  };
}

const middle = (a: Vec3, b: Vec3): Vec3 => [
  (a[0] + b[0]) / 2,
  (a[1] + b[1]) / 2,
  (a[2] + b[2]) / 2,
];
