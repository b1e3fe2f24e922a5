import type { Mark, PlaneView } from '#contracts';
import {
  dot,
  type ImageFrame,
  imageToMm,
  mmToImage,
  type NormalisedPoint,
  offPlaneMm,
  type PlanePosition,
  sameRadialAngle,
  type VolumeGeometry,
  type VolumePlane,
} from '#geometry';

/** Half the voxel size across a plane: how far off a mark may stand and still lie in the slice. */
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
 * Whether a mark lies in the slice that a plane shows: drawn in the same kind of plane, its image
 * within half a voxel of this one, and for the radial plane the same angle within 1/256°.
 */
export function isMarkInPlane(
  mark: Mark,
  volume: VolumeGeometry,
  plane: VolumePlane,
  frame: ImageFrame,
  position: PlanePosition,
): boolean {
  if (mark.planeView !== plane) return false;
  if (plane === 'RAD' && !sameRadialAngle(mark.rad, position.rad)) return false;
  const allowed = halfVoxelMm(volume, plane) + 1e-6;
  // Images of one straight plane are parallel: most are told apart by where they begin.
  if (plane !== 'RAD' && Math.abs(offPlaneMm(frame, mark.frame.originMm)) > allowed) return false;
  return mark.markViewParams.points.every(
    ({ u, v }) => Math.abs(offPlaneMm(frame, imageToMm(mark.frame, u, v))) <= allowed,
  );
}

/** Two raw frames are one when their directions differ by less than this: their steps are 1°. */
const SAME_FRAME_COS = Math.cos((0.25 * Math.PI) / 180);
/** How far off a raw frame a mark of it may stand: what rounding leaves. */
const ON_FRAME_MM = 0.05;

/** An image that is shown, a cut of a volume or a raw frame. */
export interface ShownImage {
  readonly plane: PlaneView;
  readonly volume: VolumeGeometry;
  readonly frame: ImageFrame;
  readonly position: PlanePosition;
}

/** Whether a mark lies in the image shown: of a volume as above, of raw frames the very one. */
export function isMarkInImage(mark: Mark, { plane, volume, frame, position }: ShownImage): boolean {
  if (plane !== 'CEN' && plane !== 'PER') {
    return isMarkInPlane(mark, volume, plane, frame, position);
  }
  if (mark.planeView !== plane) return false;
  const sameDirection =
    dot(mark.frame.right, frame.right) >= SAME_FRAME_COS &&
    dot(mark.frame.down, frame.down) >= SAME_FRAME_COS;
  return (
    sameDirection &&
    mark.markViewParams.points.every(
      ({ u, v }) => Math.abs(offPlaneMm(frame, imageToMm(mark.frame, u, v))) <= ON_FRAME_MM,
    )
  );
}

/** A point of a mark's own image as a point of the image shown now. */
export function markPointIn(mark: Mark, frame: ImageFrame, at: NormalisedPoint): NormalisedPoint {
  return mmToImage(frame, imageToMm(mark.frame, at.u, at.v));
}
