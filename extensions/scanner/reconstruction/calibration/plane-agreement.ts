import {
  type AngleNeighbours,
  type AngleTable,
  angleTable,
  sortAngles,
} from '../sweeps/angle-table.ts';
import type { RawSweep } from '../sweeps/raw-sweep.ts';
import { firstComparedSample, speckleOf } from './speckle.ts';

/** Maximum number of frames whose lines before the axis are compared. */
const FRAMES = 90;
/** Range of tested plane offsets on both sides of the header's value. */
const SEARCH_MM = 2.5;
export const OFFSET_STEP_MM = 0.25;
export const OFFSETS_MM: readonly number[] = Array.from(
  { length: 2 * Math.round(SEARCH_MM / OFFSET_STEP_MM) + 1 },
  (_, i) => i * OFFSET_STEP_MM - SEARCH_MM,
);
/** Half width of the smoothing window for curves, in offset steps. */
const SMOOTHED = 2;
/**
 * Extent of a band in depth. Bands are evaluated separately, because the slice thickness changes
 * with depth.
 */
const BAND_MM = 5;
/**
 * Plane offset at which the agreement of a usable band is below half its maximum. Other bands are
 * ignored: thick slices, and layers that look alike at all angles, agree with any plane, and best
 * with a plane on the axis.
 */
const NARROW_MM = 1;
/** Number of segments: quarters of the half circle × two rings. */
const SEGMENTS = 8;

/** A line before the axis, and the line at the same distance behind the axis. */
export interface LinePair {
  readonly before: number;
  readonly behind: number;
  readonly radiusMm: number;
}

/** Agreement of lines of opposite frames over `OFFSETS_MM`. */
export interface PlaneAgreement {
  /** Number of frames with opposite frames. */
  readonly frames: number;
  /**
   * Returns the mean correlation of the selected segments for each offset: sector 0..3 of the half
   * circle in which the plane of the frame lies, ring 0 near the axis and ring 1 far from the axis.
   */
  readonly curveOf: (isSelected: (sector: number, ring: number) => boolean) => readonly number[];
}

/** Correlates the line pairs of opposite frames for all offsets, by segment and depth band. */
export function planeAgreement(sweep: RawSweep, pairs: readonly LinePair[]): PlaneAgreement {
  const curves = new Curves(sweep);
  const frames = compareAll(sweep, pairs, curves);
  const bands = curves.narrowBands();
  return {
    frames,
    curveOf: (isSelected) =>
      smoothCurve(curves.mean(bands, (segment) => isSelected(segment >> 1, segment & 1))),
  };
}

/**
 * Compares each pair of lines for each offset; returns the number of frames with opposite frames.
 * Skips a frame that lacks some opposite frames, so that all offsets are compared over the same
 * frames.
 */
function compareAll(sweep: RawSweep, pairs: readonly LinePair[], curves: Curves): number {
  const { clockDeg, planeOffsetMm } = sweep.header;
  const angles = angleTable(clockDeg);
  const { medianStepDeg } = sortAngles(clockDeg);
  const neighbours: AngleNeighbours = { before: 0, after: 0, weight: 0 };
  const stride = Math.max(1, Math.ceil(clockDeg.length / FRAMES));
  const comparedFrames = new Set<number>();
  pairs.forEach(({ before, behind, radiusMm }, p) => {
    const ring = 2 * p < pairs.length ? 0 : 1;
    const lineBehind = curves.cachedLine(behind);
    const turns = OFFSETS_MM.map(
      (mm) => (-360 / Math.PI) * Math.atan((planeOffsetMm + mm) / radiusMm),
    );
    for (let n = 0; n < clockDeg.length; n += stride) {
      const deg = clockDeg[n] ?? 0;
      // Writes the frames into `neighbours`.
      const findOpposite = (turn: number) =>
        findTurned(angles, deg + 180, turn, medianStepDeg, neighbours);
      if (!turns.every(findOpposite)) continue;
      comparedFrames.add(n);
      const segment = 2 * (Math.floor(deg / 45) % 4) + ring;
      const speckle = curves.normalisedLine(n, before);
      turns.forEach((turn, at) => {
        if (!findOpposite(turn)) return;
        curves.add(speckle, lineBehind(neighbours.before), 1 - neighbours.weight, segment, at);
        curves.add(speckle, lineBehind(neighbours.after), neighbours.weight, segment, at);
      });
    }
  });
  return comparedFrames.size;
}

/**
 * Finds the two frames adjacent to the angle `turn` degrees from the opposite angle; returns false
 * in a gap of the sweep. Within one step, uses the frames one step to either side instead of the
 * exactly opposite frame: its lines fall on the same positions along the array, and sampling
 * artefacts would affect the agreement at any offset.
 */
function findTurned(
  angles: AngleTable,
  oppositeDeg: number,
  turn: number,
  step: number,
  into: AngleNeighbours,
): boolean {
  const wrapped = (deg: number): number => (deg + 360) % 360;
  if (Math.abs(turn) >= step) return angles.find(wrapped(oppositeDeg + turn), into);
  const nearest = (deg: number): number | null => {
    if (!angles.find(wrapped(deg), into)) return null;
    return into.weight < 0.5 ? into.before : into.after;
  };
  const before = nearest(oppositeDeg - step);
  const after = nearest(oppositeDeg + step);
  if (before === null || after === null) return false;
  into.before = before;
  into.after = after;
  into.weight = (turn + step) / (2 * step);
  return true;
}

/**
 * Smooths a curve with a triangular window, so that single values do not decide the position of the
 * maximum.
 */
function smoothCurve(curve: readonly number[]): readonly number[] {
  return curve.map((_, at) => {
    let sum = 0;
    for (let off = -SMOOTHED; off <= SMOOTHED; off += 1) {
      const value = curve[Math.max(0, Math.min(curve.length - 1, at + off))] ?? 0;
      sum += (value * (SMOOTHED + 1 - Math.abs(off))) / (SMOOTHED + 1) ** 2;
    }
    return sum;
  });
}

/** Sums of correlations by segment, depth band and offset. */
class Curves {
  readonly #sweep: RawSweep;
  /** Samples per band. */
  readonly #band: number;
  readonly #bands: number;
  readonly #sums: Float64Array;
  readonly #counts = new Float64Array(SEGMENTS * OFFSETS_MM.length);

  constructor(sweep: RawSweep) {
    const compared = sweep.frame.samples - firstComparedSample(sweep.frame);
    this.#sweep = sweep;
    this.#band = Math.max(1, Math.min(compared, Math.round(BAND_MM / sweep.frame.depthStepMm)));
    this.#bands = Math.floor(compared / this.#band);
    this.#sums = new Float64Array(SEGMENTS * this.#bands * OFFSETS_MM.length);
  }

  /** Returns the bands whose agreement falls to half its maximum within `NARROW_MM`. */
  narrowBands(): readonly number[] {
    const narrowSteps = Math.round(NARROW_MM / OFFSET_STEP_MM);
    return Array.from({ length: this.#bands }, (_, band) => band).filter((band) => {
      const curve = this.mean([band], () => true);
      const top = Math.max(...curve);
      const at = curve.indexOf(top);
      const [inner, outer] = [curve[at - narrowSteps], curve[at + narrowSteps]];
      return inner !== undefined && outer !== undefined && inner + outer < top;
    });
  }

  /** Returns the mean correlation of the bands and of the selected segments for each offset. */
  mean(bands: readonly number[], isSelected: (segment: number) => boolean): readonly number[] {
    return OFFSETS_MM.map((_, at) => {
      let sum = 0;
      let count = 0;
      for (let segment = 0; segment < SEGMENTS; segment += 1) {
        if (!isSelected(segment)) continue;
        count += bands.length * (this.#counts[segment * OFFSETS_MM.length + at] ?? 0);
        for (const band of bands) sum += this.#sums[this.#indexOf(segment, band, at)] ?? 0;
      }
      return count === 0 ? 0 : sum / count;
    });
  }

  /** Adds the correlations of two normalised lines; `at` is the index of the offset. */
  add(a: Float32Array, b: Float32Array, weight: number, segment: number, at: number): void {
    const countIndex = segment * OFFSETS_MM.length + at;
    this.#counts[countIndex] = (this.#counts[countIndex] ?? 0) + weight;
    for (let band = 0; band < this.#bands; band += 1) {
      let sum = 0;
      const to = (band + 1) * this.#band;
      for (let j = band * this.#band; j < to; j += 1) sum += (a[j] ?? 0) * (b[j] ?? 0);
      const index = this.#indexOf(segment, band, at);
      this.#sums[index] = (this.#sums[index] ?? 0) + weight * sum;
    }
  }

  /** Returns a function that returns the normalised line of a frame, computed once per frame. */
  cachedLine(line: number): (frame: number) => Float32Array {
    const known: Float32Array[] = [];
    return (frame) => {
      const speckle = known[frame] ?? this.normalisedLine(frame, line);
      known[frame] = speckle;
      return speckle;
    };
  }

  /**
   * Returns the speckle of a line with each band normalised to length 1, so that products are
   * correlations.
   */
  normalisedLine(frame: number, line: number): Float32Array {
    const speckle = speckleOf(this.#sweep, frame, line);
    for (let band = 0; band < this.#bands; band += 1) {
      const bandSamples = speckle.subarray(band * this.#band, (band + 1) * this.#band);
      let energy = 0;
      for (const value of bandSamples) energy += value * value;
      const scale = energy > 0 ? 1 / Math.sqrt(energy) : 0;
      for (let j = 0; j < bandSamples.length; j += 1)
        bandSamples[j] = (bandSamples[j] ?? 0) * scale;
    }
    return speckle;
  }

  #indexOf(segment: number, band: number, at: number): number {
    return (segment * this.#bands + band) * OFFSETS_MM.length + at;
  }
}
