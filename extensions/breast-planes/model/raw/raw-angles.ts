/** Returns the smaller angle between two clock angles in degrees. */
export const angleDifferenceDeg = (a: number, b: number): number =>
  Math.abs(((((a - b) % 360) + 540) % 360) - 180);

/** Index of a frame in the list and its distance from the requested angle. */
export interface NearestFrame {
  readonly at: number;
  readonly offDeg: number;
}

/** Returns the frame with the nearest clock angle, the first of equals; null without frames. */
export function nearestFrame(
  clockDegs: readonly (number | undefined)[],
  deg: number,
): NearestFrame | null {
  let best: NearestFrame | null = null;
  clockDegs.forEach((clockDeg, at) => {
    const offDeg =
      clockDeg === undefined ? Number.POSITIVE_INFINITY : angleDifferenceDeg(clockDeg, deg);
    if (offDeg < (best?.offDeg ?? 361)) best = { at, offDeg };
  });
  return best;
}

/** Range of missing frames: clock angles of the first and last missing frame, and their number. */
export interface AngleGap {
  readonly firstDeg: number;
  readonly lastDeg: number;
  readonly frames: number;
}

/** Steps up to this multiple of the typical step do not count as gaps. */
const TOLERANCE = 1.5;
/**
 * Wider gaps do not count as missing frames, because the protocol scans only part of the circle.
 */
const NOT_SCANNED_DEG = 90;

/**
 * Returns the gaps of a sweep, relative to its median step between frames; none below three frames.
 */
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
