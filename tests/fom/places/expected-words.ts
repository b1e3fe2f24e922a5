import type { ScanSide } from '#contracts';
import type { Vec3 } from '#geometry';
import { clockDegOf, clockWord } from './expected-view.ts';

/** Where a point lies in the breast, computed from its location alone. */
export interface TrueLocation {
  readonly side: ScanSide;
  readonly clockDeg: number;
  readonly distanceMm: number;
  /** Below the transducer face. */
  readonly depthMm: number;
  readonly quadrant: string;
}

const SUBAREOLAR_MM = 10;
const NEAR_AXIS_DEG = 7.5;

/** Returns the location of a point about a nipple, at this depth below the transducer face. */
export function trueLocation(
  side: ScanSide,
  nippleMm: Vec3,
  depthMm: number,
  pointMm: Vec3,
): TrueLocation {
  const [dx, dz] = [pointMm[0] - nippleMm[0], pointMm[2] - nippleMm[2]];
  const clockDeg = clockDegOf({ x: nippleMm[0], z: nippleMm[2] }, pointMm);
  const distanceMm = Math.hypot(dx, dz);
  return {
    side,
    clockDeg,
    distanceMm,
    depthMm,
    quadrant: distanceMm < SUBAREOLAR_MM ? 'subareolar' : quadrantWord(side, dx, dz),
  };
}

function quadrantWord(side: ScanSide, dx: number, dz: number): string {
  // The outer half lies towards the patient's left on the left breast only.
  const isOuter = dx > 0 === (side === 'L');
  const across = isOuter ? 'outer' : 'inner';
  const along = dz > 0 ? 'upper' : 'lower';
  const fromVerticalDeg = (Math.atan2(Math.abs(dx), Math.abs(dz)) * 180) / Math.PI;
  if (fromVerticalDeg <= NEAR_AXIS_DEG) return `${along} central`;
  if (fromVerticalDeg >= 90 - NEAR_AXIS_DEG) return `${across} central`;
  return `${along} ${across}`;
}

/** Returns the clock position to the hour, as rows and captions show it, or 'subareolar'. */
export function hourWord({ clockDeg, quadrant }: TrueLocation): string {
  if (quadrant === 'subareolar') return quadrant;
  return clockWord((Math.round(clockDeg / 30) % 12) * 30);
}
