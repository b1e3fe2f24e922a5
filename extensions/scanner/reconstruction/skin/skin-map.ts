import { maxRadiusMm, sampleToAxisPoint } from '../../model/index.ts';
import { sortAngles } from '../sweeps/angle-table.ts';
import { edgeWeight } from '../sweeps/edge-weight.ts';
import type { RawSweep } from '../sweeps/raw-sweep.ts';
import { type SkinTrace, traceSkin } from './trace-skin.ts';

export const SKIN_RADII = 128;
export const SKIN_ANGLES = 360;
/** Distance below the median depth at which the skin counts as detached from the membrane. */
const LOST_CONTACT_MM = 2.5;

/**
 * Height map of the skin's upper surface about the rotation axis: depth below the transducer face
 * in mm, `depthMm[angle · SKIN_RADII + radius]`, clock angles 1° apart from 0°, radii
 * `radiusStepMm` apart from the axis. NaN where the transducer has no contact or nothing was
 * recorded.
 */
export interface SkinMap {
  readonly radiusStepMm: number;
  readonly depthMm: Float32Array;
}

/** Finds the skin in all sweeps, merges the results and applies a 5 × 5 median. */
export async function findSkin(
  sweeps: readonly RawSweep[],
  progress: (done: number, total: number) => Promise<void>,
): Promise<SkinMap> {
  const radiusStepMm =
    Math.max(1, ...sweeps.map(({ frame }) => maxRadiusMm(frame))) / (SKIN_RADII - 1);
  const sum = new Float32Array(SKIN_ANGLES * SKIN_RADII);
  const weight = new Float32Array(SKIN_ANGLES * SKIN_RADII);
  for (const [i, sweep] of sweeps.entries()) {
    const trace = await traceSkin(sweep, (done, total) =>
      progress(i * total + done, sweeps.length * total),
    );
    addTrace(trace, radiusStepMm, sum, weight);
  }
  const merged = sum.map((value, at) => {
    const w = weight[at] ?? 0;
    return w > 0 ? value / w : Number.NaN;
  });
  const smooth = median5(merged);
  return { radiusStepMm, depthMm: withoutLostContact(smooth) };
}

/** Adds the depths of a sweep to the sums, weighted by the distance from the edge of the frame. */
function addTrace(
  { sweep, lines, sample }: SkinTrace,
  radiusStepMm: number,
  sum: Float32Array,
  weight: Float32Array,
): void {
  const { frame, header } = sweep;
  const { sorted, order, maxStepDeg } = sortAngles(header.clockDeg);
  for (let angle = 0; angle < SKIN_ANGLES; angle += 1) {
    const at = nearestFrame(sorted, order, angle, maxStepDeg / 2);
    if (at === null) continue;
    let before: { readonly radiusMm: number; readonly depthMm: number } | null = null;
    lines.forEach((line, c) => {
      const point = sampleToAxisPoint(frame, {
        line,
        sample: sample[at * lines.length + c] ?? Number.NaN,
      });
      const current = Number.isNaN(point.depthMm) ? null : point;
      // Starts at radius 0: lines beyond the axis show the location of the opposite frame.
      if (before !== null && current !== null) {
        const first = Math.max(0, Math.ceil(before.radiusMm / radiusStepMm));
        const last = Math.min(SKIN_RADII - 1, Math.floor(current.radiusMm / radiusStepMm));
        for (let r = first; r <= last; r += 1) {
          const t = (r * radiusStepMm - before.radiusMm) / (current.radiusMm - before.radiusMm);
          const w = edgeWeight(frame, line, frame.samples / 2);
          const into = angle * SKIN_RADII + r;
          sum[into] =
            (sum[into] ?? 0) + w * (before.depthMm + t * (current.depthMm - before.depthMm));
          weight[into] = (weight[into] ?? 0) + w;
        }
      }
      before = current;
    });
  }
}

/**
 * Returns the index of the frame with the nearest angle; null if none is within `maxDistanceDeg`.
 */
function nearestFrame(
  sorted: Float64Array,
  order: Int32Array,
  deg: number,
  maxDistanceDeg: number,
): number | null {
  let best: number | null = null;
  let minDistanceDeg = maxDistanceDeg;
  sorted.forEach((frameDeg, rank) => {
    const distanceDeg = Math.abs(((frameDeg - deg + 540) % 360) - 180);
    if (distanceDeg > minDistanceDeg) return;
    minDistanceDeg = distanceDeg;
    best = order[rank] ?? null;
  });
  return best;
}

/**
 * Returns the median of the known values within 5 angles × 5 radii; NaN where most values are
 * unknown.
 */
function median5(depthMm: Float32Array): Float32Array {
  const out = new Float32Array(depthMm.length);
  const values: number[] = [];
  for (let angle = 0; angle < SKIN_ANGLES; angle += 1) {
    for (let r = 0; r < SKIN_RADII; r += 1) {
      values.length = 0;
      let neighbourCount = 0;
      for (let a = angle - 2; a <= angle + 2; a += 1) {
        const row = ((a + SKIN_ANGLES) % SKIN_ANGLES) * SKIN_RADII;
        for (let q = Math.max(0, r - 2); q <= Math.min(SKIN_RADII - 1, r + 2); q += 1) {
          neighbourCount += 1;
          const value = depthMm[row + q] ?? Number.NaN;
          if (!Number.isNaN(value)) values.push(value);
        }
      }
      values.sort((a, b) => a - b);
      const middle = values[values.length >> 1] ?? Number.NaN;
      out[angle * SKIN_RADII + r] = values.length * 2 > neighbourCount ? middle : Number.NaN;
    }
  }
  return out;
}

/** Replaces the depths of detached skin by NaN. */
function withoutLostContact(depthMm: Float32Array): Float32Array {
  const known = depthMm.filter((value) => !Number.isNaN(value)).sort();
  const medianMm = known[known.length >> 1] ?? Number.NaN;
  return depthMm.map((value) => (value > medianMm + LOST_CONTACT_MM ? Number.NaN : value));
}

/** Returns the skin depth at (x, z), interpolated linearly; NaN where unknown. */
export function skinDepthAt({ radiusStepMm, depthMm }: SkinMap, x: number, z: number): number {
  const radius = Math.hypot(x, z) / radiusStepMm;
  const deg = ((Math.atan2(x, z) * 180) / Math.PI + 360) % 360;
  const r = Math.floor(radius);
  const a = Math.floor(deg);
  if (r + 1 >= SKIN_RADII) return Number.NaN;
  const [tr, ta] = [radius - r, deg - a];
  const at = (angle: number, q: number): number =>
    depthMm[(angle % SKIN_ANGLES) * SKIN_RADII + q] ?? Number.NaN;
  const before = at(a, r) * (1 - tr) + at(a, r + 1) * tr;
  const after = at(a + 1, r) * (1 - tr) + at(a + 1, r + 1) * tr;
  return before * (1 - ta) + after * ta;
}
