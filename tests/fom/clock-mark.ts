import type { Finding, Mark } from '#contracts';
import {
  type ImageFrame,
  imageFrame,
  mmToImage,
  type NormalisedPoint,
  type PlanePosition,
  type Vec3,
  type VolumeGeometry,
  type VolumePlane,
} from '#geometry';

/** Returns a point mark in an image, as a reader sets it. */
export function markAt(
  plane: VolumePlane,
  frame: ImageFrame,
  position: PlanePosition,
  point: NormalisedPoint,
): Mark {
  const generatedBy: Finding['generator']['id'] = 'USER';
  return {
    id: crypto.randomUUID(),
    markType: 'SELECTMARK',
    planeView: plane,
    rep: true,
    frame,
    markViewParams: {
      points: [point],
      unit: 'mm',
      colour: '#F2C94C',
      lineWidth: 1.5,
      radius: 5,
      shape: 'point',
      generatedBy,
    },
    ...position,
  };
}

/** Returns a point mark at a patient point in mm that is in the plane. */
export function pointMark(
  volume: VolumeGeometry,
  plane: VolumePlane,
  nippleMm: Vec3,
  position: PlanePosition,
  pointMm: Vec3,
): Mark {
  const frame = imageFrame(volume, plane, nippleMm, position);
  return markAt(plane, frame, position, mmToImage(frame, pointMm));
}
