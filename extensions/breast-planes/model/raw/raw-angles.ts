/** Degrees between two clock angles, the short way. */
export const apartDeg = (a: number, b: number): number =>
  Math.abs(((((a - b) % 360) + 540) % 360) - 180);

/** A frame by its angle: its place in the list of frames. */
export interface NearestFrame {
  readonly at: number;
  readonly offDeg: number;
}

/** The frame whose clock angle is nearest; null of none. Of two the first. */
export function nearestFrame(
  clockDegs: readonly (number | undefined)[],
  deg: number,
): NearestFrame | null {
  let best: NearestFrame | null = null;
  clockDegs.forEach((clockDeg, at) => {
    const offDeg = clockDeg === undefined ? Number.POSITIVE_INFINITY : apartDeg(clockDeg, deg);
    if (offDeg < (best?.offDeg ?? 361)) best = { at, offDeg };
  });
  return best;
}

/** A part of the circle in which frames are missing: the angles of the first and the last of them. */
export interface AngleGap {
  readonly firstDeg: number;
  readonly lastDeg: number;
  readonly frames: number;
}

/** Steps that differ by less than this part from the usual one hide no frame. */
const TOLERANCE = 1.5;
/** An arc as wide as this was not left out: the protocol scans a part of the circle. */
const NOT_SCANNED_DEG = 90;

/** Where a sweep lacks frames, by its own usual step from frame to frame. */
export function missingFrames(clockDegs: readonly (number | undefined)[]): readonly AngleGap[] {
  const sorted = [...new Set(clockDegs.flatMap((deg) => deg ?? []))].sort((a, b) => a - b);
  if (sorted.length < 3) return [];
  const steps = sorted.map((deg, i) => {
    const next = i + 1 < sorted.length ? sorted[i + 1] : (sorted[0] ?? 0) + 360;
    return { fromDeg: deg, stepDeg: (next ?? deg) - deg };
  });
  const typicalDeg =
    [...steps].sort((a, b) => a.stepDeg - b.stepDeg)[steps.length >> 1]?.stepDeg ?? 1;
  return steps
    .filter(({ stepDeg }) => stepDeg > typicalDeg * TOLERANCE && stepDeg < NOT_SCANNED_DEG)
    .map(({ fromDeg, stepDeg }) => ({
      firstDeg: (fromDeg + typicalDeg) % 360,
      lastDeg: (fromDeg + stepDeg - typicalDeg) % 360,
      frames: Math.round(stepDeg / typicalDeg) - 1,
    }));
}

/** What somebody typed as a frame's angle: degrees, or a clock time; null when it can't be read. */
export function parseFrameAngle(typed: string): number | null {
  const text = typed.trim().replace(',', '.');
  const clock = /^(\d{1,2}):([0-5]\d)$/.exec(text);
  if (clock !== null) {
    const hour = Number(clock[1]);
    return hour > 12 ? null : ((hour % 12) + Number(clock[2]) / 60) * 30;
  }
  const degrees = /^(\d+(?:\.\d+)?)\s*°?$/.exec(text);
  if (degrees === null || Number(degrees[1]) > 360) return null;
  return Number(degrees[1]) % 360;
}
