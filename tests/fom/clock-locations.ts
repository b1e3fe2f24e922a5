import type { ScanSide } from '#contracts';
import type { Quadrant, Vec3 } from '#geometry';
import { QUADRANTS_BY_HOUR } from '#testing';

/**
 * A location as on an examiner's chart and its point in mm, computed independently from the chart.
 */
export interface TrueLocation {
  readonly nippleMm: Vec3;
  readonly ballMm: Vec3;
  /** Rounded to the nearest hour, e.g. `3:00`. */
  readonly hour: string;
  readonly distanceMm: number;
  readonly depthMm: number;
  readonly quadrant: Quadrant;
}

/** Nipple locations beside the rotation axis, different for the two sides. */
const NIPPLE: Readonly<Record<ScanSide, Vec3>> = { L: [3.1, 1.2, -2.3], R: [-4.2, 1.1, 1.7] };
/**
 * Minutes from the full hour; half hours are excluded, because two hours would be equally correct.
 */
const MINUTES = [0, 10, -20];
const DISTANCES_MM = [14, 33];
const DEPTHS_MM = [9, 24];

/**
 * Returns locations at every hour of a breast, near and far from the nipple, shallow and deep. Seen
 * from the front with the head up, the patient's left is on the right-hand side: three o'clock is
 * towards +x, twelve towards +z.
 */
export function allLocations(side: ScanSide): readonly TrueLocation[] {
  const locations: TrueLocation[] = [];
  for (let hour = 0; hour < 12; hour++) {
    for (const [i, minutes] of MINUTES.entries()) {
      for (const distanceMm of DISTANCES_MM) {
        const depthMm = DEPTHS_MM[(hour + i) % DEPTHS_MM.length] ?? Number.NaN;
        locations.push(locationAt(side, hour, minutes, distanceMm, depthMm));
      }
    }
  }
  return locations;
}

function locationAt(
  side: ScanSide,
  hour: number,
  minutes: number,
  distanceMm: number,
  depthMm: number,
): TrueLocation {
  const nippleMm = NIPPLE[side];
  const turn = ((hour + minutes / 60) / 12) * 2 * Math.PI;
  return {
    nippleMm,
    ballMm: [
      nippleMm[0] + distanceMm * Math.sin(turn),
      depthMm,
      nippleMm[2] + distanceMm * Math.cos(turn),
    ],
    hour: `${hour === 0 ? 12 : hour}:00`,
    distanceMm,
    depthMm,
    quadrant: quadrantAt(side, hour, minutes),
  };
}

/** Returns central within 15 minutes of 12, 3, 6 and 9, otherwise the adjacent quadrant. */
function quadrantAt(side: ScanSide, hour: number, minutes: number): Quadrant {
  const isOnAxis = hour % 3 === 0;
  const chartHour = isOnAxis && Math.abs(minutes) > 15 ? hour + Math.sign(minutes) : hour;
  const quadrant = QUADRANTS_BY_HOUR[side][(chartHour + 12) % 12];
  if (quadrant === undefined) throw new Error(`The chart has no ${hour} o'clock`);
  return quadrant;
}
