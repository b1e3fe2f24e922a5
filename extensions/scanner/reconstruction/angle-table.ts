/** The two recorded frames about a clock angle. */
export interface AngleNeighbours {
  before: number;
  after: number;
  /** Weight of `after`, a multiple of 1/256. */
  weight: number;
}

/** Finds frames by clock angle. */
export interface AngleTable {
  /** Writes the neighbours of an angle into `into`; false where the sweep left a gap. */
  find(clockDeg: number, into: AngleNeighbours): boolean;
}

const BINS = 3600;
/** Neighbours further apart than this many median steps enclose a gap that nobody recorded. */
const GAP_STEPS = 2.5;

/**
 * Weights that are multiples of 1/256 have exact complements and exact products in floating point,
 * so that the weights of all neighbours sum to exactly 1 and a constant image stays constant.
 */
export const exactWeight = (t: number): number => Math.round(t * 256) / 256;

/** `clockDeg` of the frames in any order; the circle closes where the last frame meets the first. */
export function angleTable(clockDeg: readonly number[]): AngleTable {
  const order = clockDeg.map((_, i) => i).sort((a, b) => (clockDeg[a] ?? 0) - (clockDeg[b] ?? 0));
  const sorted = order.map((i) => clockDeg[i] ?? 0);
  const count = sorted.length;
  const steps = sorted.map(
    (deg, i) => (i + 1 < count ? (sorted[i + 1] ?? 0) : wrapEnd(sorted)) - deg,
  );
  const median = [...steps].sort((a, b) => a - b)[Math.floor(count / 2)] ?? 360;
  const widest = median * GAP_STEPS;
  const firstOfBin = binStarts(sorted);
  return {
    find(deg, into) {
      let at = firstOfBin[Math.min(BINS - 1, Math.floor((deg / 360) * BINS))] ?? -1;
      while (at + 1 < count && (sorted[at + 1] ?? 0) <= deg) at += 1;
      const before = at < 0 ? count - 1 : at;
      const step = steps[before] ?? 0;
      const past = deg - (sorted[before] ?? 0) + (at < 0 ? 360 : 0);
      into.before = order[before] ?? 0;
      into.after = order[(before + 1) % count] ?? 0;
      if (step > widest) return inGap(into, past, step, median);
      into.weight = step > 0 ? exactWeight(past / step) : 0;
      return true;
    },
  };
}

const wrapEnd = (sorted: readonly number[]): number => (sorted[0] ?? 0) + 360;

/** Index of the last angle at or before the start of each bin; −1 before the first. */
function binStarts(sorted: readonly number[]): Int32Array {
  const starts = new Int32Array(BINS);
  let at = -1;
  for (let bin = 0; bin < BINS; bin += 1) {
    while (at + 1 < sorted.length && (sorted[at + 1] ?? 0) <= (bin * 360) / BINS) at += 1;
    starts[bin] = at;
  }
  return starts;
}

/** The rim of an arc still covers half a step beyond its last frame. */
function inGap(into: AngleNeighbours, past: number, step: number, median: number): boolean {
  if (past <= median / 2) into.weight = 0;
  else if (step - past <= median / 2) into.weight = 1;
  else return false;
  return true;
}
