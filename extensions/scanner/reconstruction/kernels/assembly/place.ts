// biome-ignore lint/style/useImportType: AssemblyScript knows no type imports
import { Column, Sweep } from './sweep';

const DEGREES: f64 = 57.295_779_513_082_32;

/** Arc tangent of 0..1 by the polynomial 4.4.49 of Abramowitz and Stegun, error below 2e-8. */
function arcTangent(t: f64): f64 {
  const q = t * t;
  let p: f64 = 0.002_866_225_7;
  p = p * q - 0.016_165_736_7;
  p = p * q + 0.042_909_613_8;
  p = p * q - 0.075_289_64;
  p = p * q + 0.106_562_639_3;
  p = p * q - 0.142_088_994_4;
  p = p * q + 0.199_935_508_5;
  p = p * q - 0.333_331_452_8;
  return t + t * p * q;
}

/** Angle of (x, z) from z towards x in degrees, −180..180. */
function angleDeg(x: f64, z: f64): f64 {
  const ax = Math.abs(x);
  const az = Math.abs(z);
  const larger = Math.max(ax, az);
  if (larger === 0) return 0;
  let deg = arcTangent(Math.min(ax, az) / larger) * DEGREES;
  if (ax > az) deg = 90 - deg;
  if (z < 0) deg = 180 - deg;
  return x < 0 ? -deg : deg;
}

/** Places a column in a sweep; false when the sweep covers nothing of it. */
export function placeColumn(s: Sweep, x: f64, z: f64, ny: i32, bins: i32, into: Column): bool {
  const d = s.planeOffsetMm;
  const r = Math.sqrt(Math.max(0, x * x + z * z - d * d));
  into.radiusMm = r;
  const line = s.lineAtAxis + r * s.linePerMm;
  const sample = s.sampleAtAxis + r * s.samplePerMm;
  into.lineAtTop = line;
  const end = <f64>(ny - 1);
  into.from = 0;
  into.to = ny;
  // A line that is inside at both ends is inside all the way.
  if (!within(line, line + end * s.lineStep, <f64>s.lines - 0.5)) {
    clip(line, s.lineStep, <f64>s.lines - 0.5, into);
  }
  if (!within(sample, sample + end * s.sampleStep, <f64>s.samples - 0.5)) {
    clip(sample, s.sampleStep, <f64>s.samples - 0.5, into);
  }
  if (into.from >= into.to) return false;
  let deg = angleDeg(x, z);
  if (d !== 0) deg -= angleDeg(d, r);
  if (deg < 0) deg += 360;
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
  // Divisions round: the places themselves decide.
  while (from < to && !isInside(first + <f64>from * step, last)) from += 1;
  while (from > into.from && isInside(first + <f64>(from - 1) * step, last)) from -= 1;
  while (to > from && !isInside(first + <f64>(to - 1) * step, last)) to -= 1;
  while (to < into.to && to > from && isInside(first + <f64>to * step, last)) to += 1;
  into.from = from;
  into.to = to;
}

function within(first: f64, second: f64, last: f64): bool {
  return first >= -0.5 && first <= last && second >= -0.5 && second <= last;
}

function isInside(place: f64, last: f64): bool {
  return place >= -0.5 && place <= last;
}

/** The two frames about a clock angle, as `angle-table.ts` finds them. */
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
