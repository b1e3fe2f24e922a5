/** The two recorded frames adjacent to a clock angle. */
export interface AngleNeighbours {
  before: number;
  after: number;
  /** Weight of `after`, a multiple of 1/256. */
  weight: number;
}

/** Looks up frames by clock angle. */
export interface AngleTable {
  /** Writes the neighbours of an angle into `into`; returns false in a gap of the sweep. */
  find(clockDeg: number, into: AngleNeighbours): boolean;
}

/** Number of equal bins of the circle, in which the search for an angle starts. */
export const ANGLE_BINS = 3600;
/** A wider step between neighbours is a gap in the recording; in median steps. */
const GAP_STEPS = 2.5;

/**
 * Rounds a weight to a multiple of 1/256. Such weights have exact complements and products in
 * floating point, so that the weights of all neighbours sum to exactly 1 and a constant image stays
 * constant.
 */
export const exactWeight = (t: number): number => Math.round(t * 256) / 256;

/** Frames sorted by clock angle. */
export interface SortedAngles {
  /** Clock angle by rank, in degrees. */
  readonly sorted: Float64Array;
  /** Step to the next frame by rank, in degrees; the last step closes the circle. */
  readonly steps: Float64Array;
  /** Frame index by rank. */
  readonly order: Int32Array;
  /**
   * Rank of the last frame at or before the start of each of `ANGLE_BINS` bins; −1 before the first
   * frame.
   */
  readonly rankAtBin: Int32Array;
  /** Median step between neighbours. */
  readonly medianStepDeg: number;
  /** Maximum step between neighbours; a wider step is a gap. */
  readonly maxStepDeg: number;
}

/**
 * Sorts frames by `clockDeg`, given in any order; the circle closes between the last frame and the
 * first.
 */
export function sortAngles(clockDeg: readonly number[]): SortedAngles {
  const order = clockDeg.map((_, i) => i).sort((a, b) => (clockDeg[a] ?? 0) - (clockDeg[b] ?? 0));
  const sorted = order.map((i) => clockDeg[i] ?? 0);
  const count = sorted.length;
  const steps = sorted.map(
    (deg, i) => (i + 1 < count ? (sorted[i + 1] ?? 0) : firstOfNextTurn(sorted)) - deg,
  );
  const medianStepDeg = [...steps].sort((a, b) => a - b)[Math.floor(count / 2)] ?? 360;
  return {
    sorted: Float64Array.from(sorted),
    steps: Float64Array.from(steps),
    order: Int32Array.from(order),
    rankAtBin: binStarts(sorted),
    medianStepDeg,
    maxStepDeg: medianStepDeg * GAP_STEPS,
  };
}

/** Creates a table of the frames at `clockDeg`, given in any order. */
export function angleTable(clockDeg: readonly number[]): AngleTable {
  const { sorted, steps, order, rankAtBin, medianStepDeg, maxStepDeg } = sortAngles(clockDeg);
  const count = sorted.length;
  return {
    find(deg, into) {
      let at = rankAtBin[Math.min(ANGLE_BINS - 1, Math.floor((deg / 360) * ANGLE_BINS))] ?? -1;
      while (at + 1 < count && (sorted[at + 1] ?? 0) <= deg) at += 1;
      const before = at < 0 ? count - 1 : at;
      const stepDeg = steps[before] ?? 0;
      const pastDeg = deg - (sorted[before] ?? 0) + (at < 0 ? 360 : 0);
      into.before = order[before] ?? 0;
      into.after = order[(before + 1) % count] ?? 0;
      if (stepDeg > maxStepDeg) return extendIntoGap(into, pastDeg, stepDeg, medianStepDeg);
      into.weight = stepDeg > 0 ? exactWeight(pastDeg / stepDeg) : 0;
      return true;
    },
  };
}

const firstOfNextTurn = (sorted: readonly number[]): number => (sorted[0] ?? 0) + 360;

/**
 * Returns the index of the last angle at or before the start of each bin; −1 before the first
 * angle.
 */
function binStarts(sorted: readonly number[]): Int32Array {
  const starts = new Int32Array(ANGLE_BINS);
  let at = -1;
  for (let bin = 0; bin < ANGLE_BINS; bin += 1) {
    while (at + 1 < sorted.length && (sorted[at + 1] ?? 0) <= (bin * 360) / ANGLE_BINS) at += 1;
    starts[bin] = at;
  }
  return starts;
}

/**
 * Extends the coverage of an arc by half a step beyond its outermost frames; returns false further
 * inside the gap.
 */
function extendIntoGap(
  into: AngleNeighbours,
  pastDeg: number,
  stepDeg: number,
  medianStepDeg: number,
): boolean {
  if (pastDeg <= medianStepDeg / 2) into.weight = 0;
  else if (stepDeg - pastDeg <= medianStepDeg / 2) into.weight = 1;
  else return false;
  return true;
}
