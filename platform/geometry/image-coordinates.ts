import type { ImageFrame } from './planes.ts';
import type { Vec3 } from './vec3.ts';
import { cross, dot, subtract } from './vec3.ts';

/** Point of an image as a fraction of its size: u to the right, v down, 0..1 inside. */
export interface NormalisedPoint {
  readonly u: number;
  readonly v: number;
}

/** Projects a point onto an image, dropping the distance from its plane (see `offPlaneMm`). */
export function mmToImage(frame: ImageFrame, pointMm: Vec3): NormalisedPoint {
  const from = subtract(pointMm, frame.originMm);
  return { u: dot(from, frame.right) / frame.widthMm, v: dot(from, frame.down) / frame.heightMm };
}

/**
 * Returns the signed distance of a point from the image's plane in millimetres, positive towards
 * the viewer.
 */
export function offPlaneMm(frame: ImageFrame, pointMm: Vec3): number {
  // right = up × normal and down = −up, so normal = right × up = down × right.
  return dot(subtract(pointMm, frame.originMm), cross(frame.down, frame.right));
}

export function isInsideImage(point: NormalisedPoint): boolean {
  return point.u >= 0 && point.u <= 1 && point.v >= 0 && point.v <= 1;
}

export function clampToImage(point: NormalisedPoint): NormalisedPoint {
  return { u: Math.min(1, Math.max(0, point.u)), v: Math.min(1, Math.max(0, point.v)) };
}

/** Returns the distance of two points of an image in millimetres. */
export function lengthMm(frame: ImageFrame, a: NormalisedPoint, b: NormalisedPoint): number {
  return Math.hypot((a.u - b.u) * frame.widthMm, (a.v - b.v) * frame.heightMm);
}
