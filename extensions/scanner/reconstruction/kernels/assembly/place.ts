// biome-ignore lint/style/useImportType: AssemblyScript has no type imports
import { Column, Sweep, Work } from './sweep';

/**
 * Arc tangent by the polynomial 4.4.49 of Abramowitz and Stegun, error below 2e-8, highest power
 * first; then degrees per radian, 90, 180 and 360. Stored in memory, because the engine rebuilds a
 * constant vector at each use.
 */
const NUMBERS = memory.data<f64>([
  0.002_866_225_7, -0.016_165_736_7, 0.042_909_613_8, -0.075_289_64, 0.106_562_639_3,
  -0.142_088_994_4, 0.199_935_508_5, -0.333_331_452_8, 57.295_779_513_082_32, 90, 180, 360,
]);

function times(p: v128, q: v128, next: usize): v128 {
  return f64x2.add(f64x2.mul(p, q), v128.load64_splat(NUMBERS + next * 8));
}

/** Returns the arc tangents of two values from 0 to 1. */
function arcTangents(t: v128): v128 {
  const q = f64x2.mul(t, t);
  let p = v128.load64_splat(NUMBERS);
  p = times(p, q, 1);
  p = times(p, q, 2);
  p = times(p, q, 3);
  p = times(p, q, 4);
  p = times(p, q, 5);
  p = times(p, q, 6);
  p = times(p, q, 7);
  return f64x2.add(t, f64x2.mul(f64x2.mul(t, p), q));
}

/** Returns the angles of two points (x, z) from z towards x, −180° to 180°; 0 for (0, 0). */
function anglesDeg(x: v128, z: v128): v128 {
  const zero = f64x2.splat(0);
  const ax = f64x2.abs(x);
  const az = f64x2.abs(z);
  const larger = f64x2.pmax(ax, az);
  const t = f64x2.div(f64x2.pmin(ax, az), larger);
  // Replaces 0 / 0, which occurs on the axis, by 0.
  const safe = v128.and(t, f64x2.gt(larger, zero));
  let deg = f64x2.mul(arcTangents(safe), v128.load64_splat(NUMBERS + 64));
  deg = v128.bitselect(f64x2.sub(v128.load64_splat(NUMBERS + 72), deg), deg, f64x2.gt(ax, az));
  deg = v128.bitselect(f64x2.sub(v128.load64_splat(NUMBERS + 80), deg), deg, f64x2.lt(z, zero));
  return v128.bitselect(f64x2.neg(deg), deg, f64x2.lt(x, zero));
}

/**
 * Writes the distances and clock angles of `count` columns of a row at z, from column `i` on, as
 * pairs of f64 at `polar`. For an odd `count`, writes an additional pair.
 */
export function polarRow(s: Sweep, w: Work, i: i32, count: i32, z: f64, polar: usize): void {
  const d = s.planeOffsetMm;
  const zero = f64x2.splat(0);
  const zs = f64x2.splat(z);
  for (let at = 0; at < count; at += 2) {
    const column = <f64>(i + at);
    const columns = f64x2.replace_lane(f64x2.splat(column), 1, column + 1);
    const x = f64x2.add(f64x2.splat(w.firstXMm), f64x2.mul(columns, f64x2.splat(w.stepXMm)));
    const square = f64x2.add(f64x2.mul(x, x), f64x2.mul(zs, zs));
    const r = f64x2.sqrt(f64x2.pmax(f64x2.sub(square, f64x2.splat(d * d)), zero));
    let deg = anglesDeg(x, zs);
    if (d !== 0) deg = f64x2.sub(deg, anglesDeg(f64x2.splat(d), r));
    const turned = f64x2.add(deg, v128.and(v128.load64_splat(NUMBERS + 88), f64x2.lt(deg, zero)));
    const to = polar + ((<usize>at) << 4);
    v128.store(to, i64x2.shuffle(r, turned, 0, 2));
    v128.store(to, i64x2.shuffle(r, turned, 1, 3), 16);
  }
}

/** Places a column in a sweep; returns false when the sweep covers no part of the column. */
export function placeColumn(s: Sweep, r: f64, deg: f64, ny: i32, bins: i32, into: Column): bool {
  into.radiusMm = r;
  const line = s.lineAtAxis + r * s.linePerMm;
  const sample = s.sampleAtAxis + r * s.samplePerMm;
  into.lineAtTop = line;
  const end = <f64>(ny - 1);
  into.from = 0;
  into.to = ny;
  // Needs no clipping when both ends are inside, because position is linear in depth.
  if (!areInside(line, line + end * s.lineStep, <f64>s.lines - 0.5)) {
    clip(line, s.lineStep, <f64>s.lines - 0.5, into);
  }
  if (!areInside(sample, sample + end * s.sampleStep, <f64>s.samples - 0.5)) {
    clip(sample, s.sampleStep, <f64>s.samples - 0.5, into);
  }
  if (into.from >= into.to) return false;
  return findFrames(s, deg, bins, into);
}

/** Keeps the depths j at which −0.5 ≤ first + j · step ≤ last. */
function clip(first: f64, step: f64, last: f64, into: Column): void {
  if (step === 0) {
    if (first < -0.5 || first > last) into.to = 0;
    return;
  }
  const a = (-0.5 - first) / step;
  const b = (last - first) / step;
  let from = <i32>Math.max(<f64>into.from, Math.min(<f64>into.to, Math.ceil(Math.min(a, b))));
  let to = <i32>Math.max(<f64>from, Math.min(<f64>into.to, Math.floor(Math.max(a, b)) + 1));
  // Corrects rounding of the divisions by testing the positions themselves.
  while (from < to && !isInside(first + <f64>from * step, last)) from += 1;
  while (from > into.from && isInside(first + <f64>(from - 1) * step, last)) from -= 1;
  while (to > from && !isInside(first + <f64>(to - 1) * step, last)) to -= 1;
  while (to < into.to && to > from && isInside(first + <f64>to * step, last)) to += 1;
  into.from = from;
  into.to = to;
}

function areInside(first: f64, second: f64, last: f64): bool {
  return first >= -0.5 && first <= last && second >= -0.5 && second <= last;
}

function isInside(position: f64, last: f64): bool {
  return position >= -0.5 && position <= last;
}

/**
 * Finds the frames before and after a clock angle and their weights, as in `angle-table.ts`.
 * Returns false in a gap.
 */
function findFrames(s: Sweep, deg: f64, bins: i32, into: Column): bool {
  const bin = <i32>Math.min(<f64>(bins - 1), Math.floor(deg * (<f64>bins / 360)));
  const count = s.frames;
  let at = load<i32>(s.bins + ((<usize>bin) << 2));
  while (at + 1 < count && load<f64>(s.sortedDeg + ((<usize>(at + 1)) << 3)) <= deg) at += 1;
  const rank = at < 0 ? count - 1 : at;
  const step = load<f64>(s.stepsDeg + ((<usize>rank) << 3));
  const past = deg - load<f64>(s.sortedDeg + ((<usize>rank) << 3)) + (at < 0 ? 360.0 : 0.0);
  const next = rank + 1 === count ? 0 : rank + 1;
  into.before = load<i32>(s.order + ((<usize>rank) << 2));
  into.after = load<i32>(s.order + ((<usize>next) << 2));
  if (step > s.widestDeg) {
    const half = s.medianDeg / 2;
    if (past <= half) into.weight = 0;
    else if (step - past <= half) into.weight = 256;
    else return false;
    return true;
  }
  into.weight = step > 0 ? <i32>Math.floor((past / step) * 256 + 0.5) : 0;
  return true;
}
