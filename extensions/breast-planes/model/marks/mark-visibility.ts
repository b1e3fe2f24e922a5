import type { Mark, MarkPlane } from '#contracts';
import {
  dot,
  type ImageFrame,
  imageToMm,
  mmToImage,
  type NormalisedPoint,
  offPlaneMm,
  VOLUME_PLANES,
  type VolumeGeometry,
  type VolumePlane,
} from '#geometry';

/**
 * Returns half the voxel size across a plane: the maximum distance at which a mark still lies in
 * the slice.
 */
export function halfVoxelMm(volume: VolumeGeometry, plane: VolumePlane): number {
  const [dx, dy, dz] = volume.spacingMm;
  switch (plane) {
    case 'SAG':
      return dx / 2;
    case 'TRA':
      return dz / 2;
    case 'COR':
      return dy / 2;
    case 'RAD':
      return Math.min(dx, dz) / 2;
  }
}

/**
 * Returns whether a mark lies in the shown slice: same kind of plane, all points within half a
 * voxel. On radial planes the angle does not count, because the nipple may have moved since.
 */
export function isMarkInPlane(
  mark: Mark,
  volume: VolumeGeometry,
  plane: VolumePlane,
  frame: ImageFrame,
): boolean {
  if (mark.planeView !== plane) return false;
  const allowed = halfVoxelMm(volume, plane) + 1e-6;
  // Images of a straight plane are parallel, so the origin rules out most marks early.
  if (plane !== 'RAD' && Math.abs(offPlaneMm(frame, mark.frame.originMm)) > allowed) return false;
  return mark.markViewParams.points.every(
    ({ u, v }) => Math.abs(offPlaneMm(frame, imageToMm(mark.frame, u, v))) <= allowed,
  );
}

/** Maximum distance in mm from the shown slice at which a mark is drawn as a ghost. */
export const GHOST_MM = 3;

/**
 * Returns the largest distance in mm between the shown slice and the points of a mark of the same
 * kind of plane; null if the mark lies in the slice, or farther than 3 mm from it. On radial planes
 * the angle does not count, as in `isMarkInPlane`.
 */
export function ghostDistanceMm(
  mark: Mark,
  volume: VolumeGeometry,
  plane: VolumePlane,
  frame: ImageFrame,
): number | null {
  if (mark.planeView !== plane || isMarkInPlane(mark, volume, plane, frame)) return null;
  const distancesMm = mark.markViewParams.points.map(({ u, v }) =>
    Math.abs(offPlaneMm(frame, imageToMm(mark.frame, u, v))),
  );
  const distanceMm = Math.max(...distancesMm);
  return distanceMm <= GHOST_MM ? distanceMm : null;
}

/** Directions of two raw frames count as equal within 0.25°; frames are 1° apart. */
const SAME_FRAME_COS = Math.cos((0.25 * Math.PI) / 180);
/** Tolerance for rounding errors between a mark and its raw frame. */
const ROUNDING_MM = 0.05;

/** A shown image: a slice of a volume, a raw frame or a single image. */
export interface ShownImage {
  readonly plane: MarkPlane;
  /** Null for a single image. */
  readonly volume: VolumeGeometry | null;
  readonly frame: ImageFrame;
}

/**
 * Returns whether a mark lies in the shown image: within a volume's slice as in `isMarkInPlane`, on
 * a raw frame or a single image only if drawn on that one.
 */
export function isMarkInImage(mark: Mark, { plane, volume, frame }: ShownImage): boolean {
  const slice = VOLUME_PLANES.find((known) => known === plane);
  if (slice !== undefined) return volume !== null && isMarkInPlane(mark, volume, slice, frame);
  if (mark.planeView !== plane) return false;
  const sameDirection =
    dot(mark.frame.right, frame.right) >= SAME_FRAME_COS &&
    dot(mark.frame.down, frame.down) >= SAME_FRAME_COS;
  return (
    sameDirection &&
    mark.markViewParams.points.every(
      ({ u, v }) => Math.abs(offPlaneMm(frame, imageToMm(mark.frame, u, v))) <= ROUNDING_MM,
    )
  );
}

/** Converts a point of a mark's image to the shown image. */
export function markPointIn(mark: Mark, frame: ImageFrame, at: NormalisedPoint): NormalisedPoint {
  return mmToImage(frame, imageToMm(mark.frame, at.u, at.v));
}
