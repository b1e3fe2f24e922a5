import { clockAngleDeg } from './planes.ts';
import type { Depth } from './skin.ts';
import type { Vec3 } from './vec3.ts';
import { subtract } from './vec3.ts';

export type Side = 'L' | 'R';

export type Quadrant =
  | 'upper outer'
  | 'upper inner'
  | 'lower outer'
  | 'lower inner'
  | 'upper central'
  | 'lower central'
  | 'outer central'
  | 'inner central'
  | 'subareolar';

/**
 * Distance from the nipple in the coronal plane below which a point is subareolar, without a clock
 * position.
 */
export const SUBAREOLAR_RADIUS_MM = 10;
/** Angle around 12, 3, 6 or 9 o'clock within which a point is central instead of in a quadrant. */
export const AXIS_TOLERANCE_DEG = 7.5;
const SECONDS_AROUND = 43_200;

/** Location in clinical terms of the breast. */
export interface BreastPosition extends Depth {
  readonly side: Side;
  /** Exact clock angle in degrees. */
  readonly clockDeg: number;
  /** Clock position as seconds of a 12-hour clock: 3:00 = 10 800. */
  readonly clockPositionSec: number;
  /** Distance in the coronal plane, as a ruler on the skin measures. */
  readonly distanceFromNippleMm: number;
  readonly distance3dMm: number;
  readonly quadrant: Quadrant;
}

/** Returns the position of a point relative to the nipple; `depthBelowSkin` gives the depth. */
export function breastPosition(
  side: Side,
  nippleMm: Vec3,
  pointMm: Vec3,
  depth: Depth,
): BreastPosition {
  const [dx, dy, dz] = subtract(pointMm, nippleMm);
  const clockDeg = clockAngleDeg(dx, dz);
  const distanceFromNippleMm = Math.hypot(dx, dz);
  return {
    side,
    clockDeg,
    clockPositionSec: clockPositionSec(clockDeg),
    distanceFromNippleMm,
    distance3dMm: Math.hypot(dx, dy, dz),
    ...depth,
    quadrant: quadrantOf(side, clockDeg, distanceFromNippleMm),
  };
}

export function clockPositionSec(clockDeg: number): number {
  return ((((clockDeg % 360) + 360) % 360) / 360) * SECONDS_AROUND;
}

/** Returns the quadrant; a 'central' value on an axis, 'subareolar' near the nipple. */
export function quadrantOf(side: Side, clockDeg: number, distanceFromNippleMm: number): Quadrant {
  if (distanceFromNippleMm < SUBAREOLAR_RADIUS_MM) return 'subareolar';
  const deg = ((clockDeg % 360) + 360) % 360;
  // The patient's left is outer on the left breast and inner on the right breast.
  const towardsLeft = side === 'L' ? 'outer' : 'inner';
  const towardsRight = side === 'L' ? 'inner' : 'outer';
  const isNear = (axisDeg: number): boolean =>
    Math.min(Math.abs(deg - axisDeg), 360 - Math.abs(deg - axisDeg)) <= AXIS_TOLERANCE_DEG;
  if (isNear(0)) return 'upper central';
  if (isNear(90)) return `${towardsLeft} central`;
  if (isNear(180)) return 'lower central';
  if (isNear(270)) return `${towardsRight} central`;
  const height = deg < 90 || deg > 270 ? 'upper' : 'lower';
  return `${height} ${deg < 180 ? towardsLeft : towardsRight}`;
}

/**
 * Parses a typed clock angle to degrees 0..360; null if invalid. A number is an hour ('3', '10:30',
 * "9 o'clock");
 * degrees need their sign or word ('315°', '-90 deg').
 */
export function parseClockAngle(typed: string): number | null {
  const text = typed.trim().replace(',', '.');
  const clock = /^(\d{1,2})(?::([0-5]\d))?(?:\s*(?:o['’]?clock|h|uhr))?$/i.exec(text);
  if (clock !== null) {
    const hour = Number(clock[1]);
    return hour > 12 ? null : ((hour % 12) + Number(clock[2] ?? 0) / 60) * 30;
  }
  const degrees = /^(-?\d+(?:\.\d+)?)\s*(?:°|deg|grad)$/i.exec(text);
  if (degrees === null || Math.abs(Number(degrees[1])) > 360) return null;
  return (Number(degrees[1]) + 360) % 360;
}

/** Returns 'H:MM' rounded to steps of minutes: 60 for findings and reports, 1 for the cursor. */
export function clockText(clockDeg: number, stepMinutes: 60 | 30 | 1): string {
  const minutes = Math.round(clockPositionSec(clockDeg) / 60 / stepMinutes) * stepMinutes;
  const hour = Math.floor(minutes / 60) % 12;
  return `${hour === 0 ? 12 : hour}:${String(minutes % 60).padStart(2, '0')}`;
}
