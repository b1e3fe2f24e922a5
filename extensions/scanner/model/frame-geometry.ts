import type { Vec3 } from '#geometry';
import { radialDirection } from '#geometry';

/**
 * Geometry of a half-plane frame. Frame coordinates in mm are u (along the array, from the rotation
 * axis outward) and v (range along the beam). The array is tilted by b about the
 * tangential axis through the point where the rotation axis meets the transducer face: u = r cos b
 * + y sin b, v = −r sin b + y cos b, with r the distance from the axis in the frame's direction and
 * y the depth (y of the patient axes). A negative tilt makes the beams lean outward.
 */
export interface FrameGeometry {
  readonly lines: number;
  /** Samples of a line. */
  readonly samples: number;
  /** Step of u between lines. */
  readonly lateralPitchMm: number;
  /** u of line 0. */
  readonly firstLateralMm: number;
  /** Step of v between samples. */
  readonly depthStepMm: number;
  /** v of sample 0. */
  readonly firstDepthMm: number;
  /** b, the angle between the array and the upright position. */
  readonly tiltDeg: number;
  /**
   * Distance of the frame's plane from the rotation axis, positive towards greater clock angles.
   */
  readonly planeOffsetMm: number;
}

/** Position within a frame in fractional line and sample indices. */
export interface FrameSample {
  readonly line: number;
  readonly sample: number;
}

/** Position relative to the rotation axis. */
export interface AxisPoint {
  /** Distance from the axis in the frame's direction, in mm. */
  readonly radiusMm: number;
  /** Depth below the transducer face, in mm. */
  readonly depthMm: number;
}

const radians = (deg: number): number => (deg * Math.PI) / 180;

/** Converts sample indices to distance from the axis and depth. */
export function sampleToAxisPoint(frame: FrameGeometry, at: FrameSample): AxisPoint {
  const u = frame.firstLateralMm + at.line * frame.lateralPitchMm;
  const v = frame.firstDepthMm + at.sample * frame.depthStepMm;
  const cos = Math.cos(radians(frame.tiltDeg));
  const sin = Math.sin(radians(frame.tiltDeg));
  return { radiusMm: u * cos - v * sin, depthMm: u * sin + v * cos };
}

/**
 * Converts distance from the axis and depth to sample indices, which may be fractional and outside
 * the frame.
 */
export function axisPointToSample(frame: FrameGeometry, at: AxisPoint): FrameSample {
  const cos = Math.cos(radians(frame.tiltDeg));
  const sin = Math.sin(radians(frame.tiltDeg));
  const u = at.radiusMm * cos + at.depthMm * sin;
  const v = -at.radiusMm * sin + at.depthMm * cos;
  return {
    line: (u - frame.firstLateralMm) / frame.lateralPitchMm,
    sample: (v - frame.firstDepthMm) / frame.depthStepMm,
  };
}

/**
 * Returns the point in patient space (LPS, mm, origin where the rotation axis meets the face) of a
 * sample of the frame recorded at a clock angle.
 */
export function sampleToMm(frame: FrameGeometry, clockDeg: number, at: FrameSample): Vec3 {
  const { radiusMm, depthMm } = sampleToAxisPoint(frame, at);
  const [sin, , cos] = radialDirection(clockDeg);
  const d = frame.planeOffsetMm;
  return [radiusMm * sin + d * cos, depthMm, radiusMm * cos - d * sin];
}

/** Returns the clock angle of the frame that contains a point, and the position in that frame. */
export function mmToSample(
  frame: FrameGeometry,
  pointMm: Vec3,
): FrameSample & { readonly clockDeg: number } {
  const [x, depthMm, z] = pointMm;
  const polar = polarOf(frame.planeOffsetMm, x, z);
  return { ...axisPointToSample(frame, { radiusMm: polar.radiusMm, depthMm }), ...polar };
}

/**
 * Returns clock angle and in-plane distance of the frame through (x, z); an offset plane does not
 * pass through the axis.
 */
export function polarOf(
  planeOffsetMm: number,
  x: number,
  z: number,
): { readonly clockDeg: number; readonly radiusMm: number } {
  const radiusMm = Math.sqrt(Math.max(0, x * x + z * z - planeOffsetMm * planeOffsetMm));
  const deg = ((Math.atan2(x, z) - Math.atan2(planeOffsetMm, radiusMm)) * 180) / Math.PI;
  return { clockDeg: deg < 0 ? deg + 360 : deg, radiusMm };
}

/** Returns the maximum distance of any sample of a frame from the rotation axis. */
export function maxRadiusMm(frame: FrameGeometry): number {
  const corners = [0, frame.samples - 1].map(
    (sample) => sampleToAxisPoint(frame, { line: frame.lines - 1, sample }).radiusMm,
  );
  return Math.max(...corners);
}
