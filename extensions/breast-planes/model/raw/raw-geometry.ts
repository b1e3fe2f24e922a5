import * as z from 'zod';
import { isAxisConsistent, rawFields, sweepGeometrySchema } from '#contracts';
import { fail, ok, type Problem, problem, type Result } from '#foundation';
import {
  add,
  along,
  type ImageFrame,
  imageToMm,
  mmToImage,
  type NormalisedPoint,
  radialDirection,
  rotationAxisMm,
  type Side,
  scale,
  transducerFaceMm,
  type Vec3,
  type VolumeGeometry,
} from '#geometry';
import { rawTexts } from '../../texts/raw-texts.ts';

/** Header fields required for the geometry: one half plane, one angle. */
const headerSchema = sweepGeometrySchema
  .extend({
    plane: z.literal('half', rawTexts.geometry.halfPlanesOnly),
    clockDeg: sweepGeometrySchema.shape.clockDeg.length(1),
  })
  .refine(isAxisConsistent, rawTexts.geometry.contradiction);

/** Sample positions and direction of one half plane. */
export interface RawGeometry extends Omit<z.infer<typeof headerSchema>, 'clockDeg' | 'plane'> {
  readonly clockDeg: number;
  readonly lines: number;
  readonly samples: number;
}

/** Values of the scan that a frame's header must match. */
export interface FrameOwner {
  /** Side under which the scan was recorded. */
  readonly side: Side;
  readonly deviceAngle: { readonly direction: 1 | -1; readonly zeroDeg: number } | null;
}

/**
 * Returns the geometry of a frame from its own header; null if the header has none (imported
 * images). Fails with RAW_FRAME_PLACE if the header is incomplete, contradictory or of another
 * breast; the frame can still be viewed, but no locations are available.
 */
export function rawGeometryOf(
  keyValues: Readonly<Record<string, string>>,
  lines: number,
  samples: number,
  owner: FrameOwner,
): Result<RawGeometry | null> {
  const { fields, unreadable } = rawFields(keyValues);
  if (unreadable !== null) return fail(invalidGeometry(rawTexts.geometry.notRead(unreadable)));
  if (Object.keys(fields).length === 0) return ok(null);
  const parsed = headerSchema.safeParse(fields);
  if (!parsed.success) {
    const [first] = parsed.error.issues;
    const { invalidField, entireHeader } = rawTexts.geometry;
    return fail(
      invalidGeometry(invalidField(first?.path.join('.') || entireHeader, first?.message ?? '')),
    );
  }
  const { clockDeg, plane: _, ...header } = parsed.data;
  if (header.side !== owner.side) {
    return fail(invalidGeometry(rawTexts.geometry.otherSide(header.side, owner.side)));
  }
  const { deviceAngle: scanAngle } = owner;
  const { deviceAngle: headerAngle } = header;
  if (
    scanAngle !== null &&
    (scanAngle.direction !== headerAngle.direction || scanAngle.zeroDeg !== headerAngle.zeroDeg)
  ) {
    return fail(invalidGeometry(rawTexts.geometry.otherAngles));
  }
  return ok({ ...header, clockDeg: clockDeg[0] ?? 0, lines, samples });
}

const radians = (deg: number): number => (deg * Math.PI) / 180;

/**
 * Returns the frame as an image in patient coordinates: lines to the right (away from the axis),
 * samples down. u (along the array) and v (along the beam) are rotated by the tilt b around the
 * point where the rotation axis meets the transducer face: r = u cos b − v sin b, depth = u sin b +
 * v cos b. The plane lies `planeOffsetMm` off the axis towards increasing clock angle. The image
 * extends half a line and half a sample beyond the outermost lines and samples.
 */
export function rawImageFrame(geometry: RawGeometry, volume: VolumeGeometry): ImageFrame {
  const { lines, samples, lateralPitchMm, depthStepMm, tiltDeg, clockDeg } = geometry;
  const [cos, sin] = [Math.cos(radians(tiltDeg)), Math.sin(radians(tiltDeg))];
  const outward = radialDirection(clockDeg);
  const right: Vec3 = [outward[0] * cos, sin, outward[2] * cos];
  const down: Vec3 = [-outward[0] * sin, cos, -outward[2] * sin];
  const clockwise: Vec3 = [outward[2], 0, -outward[0]];
  const axis = rotationAxisMm(volume);
  const pivot: Vec3 = [axis.x, transducerFaceMm(volume), axis.z];
  const first = add(
    scale(right, geometry.firstLateralMm - lateralPitchMm / 2),
    scale(down, geometry.firstDepthMm - depthStepMm / 2),
  );
  return {
    originMm: add(along(pivot, clockwise, geometry.planeOffsetMm), first),
    right,
    down,
    widthMm: lines * lateralPitchMm,
    heightMm: samples * depthStepMm,
  };
}

/**
 * Returns the clock angle of the frame through a point; differs from the point's own angle, because
 * the frame's plane lies `planeOffsetMm` off the axis.
 */
export function frameDegThrough(
  planeOffsetMm: number,
  volume: VolumeGeometry,
  pointMm: Vec3,
): number {
  const axis = rotationAxisMm(volume);
  const [x, z] = [pointMm[0] - axis.x, pointMm[2] - axis.z];
  const along = Math.sqrt(Math.max(0, x * x + z * z - planeOffsetMm * planeOffsetMm));
  const deg = ((Math.atan2(x, z) - Math.atan2(planeOffsetMm, along)) * 180) / Math.PI;
  return ((deg % 360) + 360) % 360;
}

/** Returns a point in a frame's image; null if outside the frame. */
export function pointInFrame(frame: ImageFrame, pointMm: Vec3): NormalisedPoint | null {
  const { u, v } = mmToImage(frame, pointMm);
  return u >= 0 && u <= 1 && v >= 0 && v <= 1 ? { u, v } : null;
}

/**
 * Returns the segment in which a frame crosses a depth (y in millimetres), from its first to its
 * last line. A tilted frame reaches a depth only on some lines; a frame that never reaches the
 * depth returns its nearest edge.
 */
export function frameAtDepth(frame: ImageFrame, yMm: number): readonly [Vec3, Vec3] {
  const beneathMm = yMm - frame.originMm[1];
  const alongLines = frame.right[1] * frame.widthMm;
  const alongSamples = frame.down[1] * frame.heightMm;
  const vAt = (u: number): number =>
    Math.min(1, Math.max(0, (beneathMm - alongLines * u) / alongSamples));
  // Lines whose first or last sample lies at the depth.
  const crossings = [beneathMm, beneathMm - alongSamples].map((mm) => mm / alongLines);
  const from = alongLines === 0 ? 0 : Math.max(0, Math.min(...crossings));
  const to = alongLines === 0 ? 1 : Math.min(1, Math.max(...crossings));
  const [first, last] = from < to ? [from, to] : [0, 1];
  return [imageToMm(frame, first, vAt(first)), imageToMm(frame, last, vAt(last))];
}

const invalidGeometry = (detail: string): Problem =>
  problem(
    'RAW_FRAME_PLACE',
    rawTexts.geometry.title,
    detail,
    rawTexts.geometry.next,
    'breast-planes',
  );
