import type { Mark } from '#contracts';
import { fail, newId, problem, type Result } from '#foundation';
import {
  add,
  imageFrame,
  mmToImage,
  mmToPosition,
  offPlaneMm,
  type PlanePosition,
  radialCentreMm,
  scale,
  type Vec3,
  type VolumeGeometry,
  type VolumePlane,
} from '#geometry';
import { type ImageMark, markInImage } from './mark-in-image.ts';
import { checkMark } from './mark-rules.ts';
import { checkMarkPlace } from './places.ts';
import { ruleTexts } from './texts/rule-texts.ts';

export interface MarkRequest extends Pick<ImageMark, 'text' | 'toolId' | 'generator'> {
  readonly markType: Mark['markType'];
  readonly plane: VolumePlane;
  /** Points of the mark in the order of its type, in LPS millimetres. */
  readonly pointsMm: readonly Vec3[];
  /** Geometry of the scan's volume at full resolution. */
  readonly volume: VolumeGeometry;
  /** Axis of radial planes; null: the rotation axis. */
  readonly nippleMm: Vec3 | null;
}

/**
 * Creates a mark from points in the patient, in the image of the plane through them. Fails with
 * MARK_POINTS_OFF_PLANE if a point is more than half a voxel from that image, and with the Problem
 * of `checkMark` or `checkMarkPlace` for points outside the image or a wrong number of points.
 */
export function newMark(request: MarkRequest): Result<Mark> {
  const { volume, plane, pointsMm, nippleMm, markType, text, toolId, generator } = request;
  const position = positionThrough(volume, plane, nippleMm, pointsMm);
  const frame = imageFrame(volume, plane, nippleMm, position);
  const limitMm = Math.min(...volume.spacingMm) / 2;
  const farthestMm = Math.max(0, ...pointsMm.map((point) => Math.abs(offPlaneMm(frame, point))));
  if (farthestMm > limitMm) return fail(offPlaneProblem(farthestMm));
  const mark = markInImage({
    id: newId(),
    markType,
    plane,
    frame,
    position,
    points: pointsMm.map((point) => mmToImage(frame, point)),
    ...(text === undefined ? {} : { text }),
    ...(toolId === undefined ? {} : { toolId }),
    ...(generator === undefined ? {} : { generator }),
  });
  const checked = checkMark(mark);
  return checked.ok ? checkMarkPlace(mark, [volume]) : checked;
}

/**
 * Returns the plane position through the middle of the points; the angle is that of the point
 * farthest from the axis, because points on both sides have their middle near the axis.
 */
function positionThrough(
  volume: VolumeGeometry,
  plane: VolumePlane,
  nippleMm: Vec3 | null,
  pointsMm: readonly Vec3[],
): PlanePosition {
  const sum = pointsMm.reduce<Vec3>((total, point) => add(total, point), [0, 0, 0]);
  const middleMm = scale(sum, 1 / Math.max(1, pointsMm.length));
  const position = mmToPosition(volume, nippleMm, middleMm, 0);
  if (plane !== 'RAD') return position;
  const axis = radialCentreMm(volume, nippleMm);
  const fromAxis = (point: Vec3): number => Math.hypot(point[0] - axis.x, point[2] - axis.z);
  const outermost = pointsMm.reduce(
    (best, point) => (fromAxis(point) > fromAxis(best) ? point : best),
    middleMm,
  );
  return { ...position, rad: mmToPosition(volume, nippleMm, outermost, position.rad).rad };
}

function offPlaneProblem(distanceMm: number) {
  const { title, detail, next } = ruleTexts.mark.offPlane;
  return problem('MARK_POINTS_OFF_PLANE', title, detail(distanceMm), next);
}
