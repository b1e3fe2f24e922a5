// biome-ignore lint/style/useImportType: AssemblyScript has no type imports
import { Column, Sweep } from './sweep';

/**
 * Rounding offset of a division by 256; stored in memory, because the engine rebuilds a constant
 * vector at each use.
 */
const HALF = memory.data<u16>([128]);

/**
 * Writes the values of a sweep along a column. May also overwrite up to 31 bytes before `from` and
 * up to 16 bytes after `to`.
 */
export function sampleColumn(s: Sweep, c: Column, stride: i32, into: usize): void {
  const frameSize = <usize>s.lines * <usize>stride;
  const a = s.planes + <usize>c.before * frameSize;
  const b = s.planes + <usize>c.after * frameSize;
  if (s.lineStep === 0) sampleUpright(s, c, a, b, stride, into);
  else sampleTilted(s, c, a, b, stride, into);
}

/**
 * Samples a column of an upright sweep, in which one pair of lines serves all depths. The four
 * weights are in 256ths and sum to exactly 256, because larger sums would overflow 16 bits.
 */
function sampleUpright(s: Sweep, c: Column, a: usize, b: usize, stride: i32, into: usize): void {
  const lastPair = <f64>(s.lines - 2);
  const l = Math.min(lastPair, Math.max(0, Math.floor(c.lineAtTop)));
  const tl = <i32>Math.floor(Math.min(1, Math.max(0, c.lineAtTop - l)) * 256 + 0.5);
  const ta = c.weight;
  const outerAfter = (ta * tl + 128) >> 8;
  const wb1 = i16x8.splat(<i16>outerAfter);
  const wb0 = i16x8.splat(<i16>(ta - outerAfter));
  const wa1 = i16x8.splat(<i16>(tl - outerAfter));
  const wa0 = i16x8.splat(<i16>(256 - ta - tl + outerAfter));
  const first = a + <usize>l * <usize>stride;
  const second = b + <usize>l * <usize>stride;
  const half = v128.load16_splat(HALF);
  for (let j = <usize>(c.from & ~31); j < <usize>c.to; j += 16) {
    v128.store(
      into + j,
      i8x16.narrow_i16x8_u(
        blendEight(first + j, second + j, stride, wa0, wa1, wb0, wb1, half),
        blendEight(first + j + 8, second + j + 8, stride, wa0, wa1, wb0, wb1, half),
      ),
    );
  }
}

/** Returns eight grey levels, weighted from two lines in each of two frames. */
function blendEight(
  a: usize,
  b: usize,
  stride: i32,
  wa0: v128,
  wa1: v128,
  wb0: v128,
  wb1: v128,
  half: v128,
): v128 {
  const a0 = v128.load_ext<u8>(a);
  const a1 = v128.load_ext<u8>(a + <usize>stride);
  const b0 = v128.load_ext<u8>(b);
  const b1 = v128.load_ext<u8>(b + <usize>stride);
  const before = i16x8.add(i16x8.mul(a0, wa0), i16x8.mul(a1, wa1));
  const after = i16x8.add(i16x8.mul(b0, wb0), i16x8.add(i16x8.mul(b1, wb1), half));
  return i16x8.shr_u(i16x8.add(before, after), 8);
}

/**
 * Samples a column of a tilted sweep, in which the line changes with depth, as stretches of depths
 * between the same two lines.
 */
function sampleTilted(s: Sweep, c: Column, a: usize, b: usize, stride: i32, into: usize): void {
  const last = <f64>(s.lines - 1);
  const step = s.lineStep;
  let j = c.from;
  while (j < c.to) {
    const line = c.lineAtTop + <f64>j * step;
    let l = Math.floor(line);
    let low = l;
    let high = l + 1;
    let moving = true;
    if (line < 0) {
      l = 0;
      low = -1e9;
      high = 0;
      moving = false;
    } else if (line >= last) {
      l = last - 1;
      low = last;
      high = 1e9;
      moving = false;
    }
    const to = endOfStretch(c, step, j, low, high);
    const offset = <usize>l * <usize>stride;
    const first = moving ? line - l : line < 0 ? 0.0 : 1.0;
    sampleStretch(a + offset, b + offset, stride, j, to, first, moving ? step : 0, c.weight, into);
    j = to;
  }
}

/** Returns the first depth after `from` at which low ≤ line < high no longer holds. */
function endOfStretch(c: Column, step: f64, from: i32, low: f64, high: f64): i32 {
  const edge = step > 0 ? high : low;
  let to = <i32>Math.min(<f64>c.to, Math.max(<f64>(from + 1), (edge - c.lineAtTop) / step));
  while (to < c.to && isWithin(c.lineAtTop + <f64>to * step, low, high)) to += 1;
  while (to > from + 1 && !isWithin(c.lineAtTop + <f64>(to - 1) * step, low, high)) to -= 1;
  return to;
}

function isWithin(line: f64, low: f64, high: f64): bool {
  return line >= low && line < high;
}

/** Interpolates between two frames, then between two lines; intermediate values are in 128ths. */
function sampleStretch(
  a: usize,
  b: usize,
  stride: i32,
  from: i32,
  to: i32,
  first: f64,
  step: f64,
  angleWeight: i32,
  into: usize,
): void {
  const wb = i16x8.splat(<i16>angleWeight);
  const wa = i16x8.splat(<i16>(256 - angleWeight));
  const half = i16x8.splat(64);
  // Lanes after the end of the stretch may overflow; the next stretch overwrites them.
  const lanes = i16x8.mul(
    i16x8(0, 1, 2, 3, 4, 5, 6, 7),
    i16x8.splat(<i16>(<i32>Math.floor(step * 32_768 + 0.5))),
  );
  for (let j = from; j < to; j += 8) {
    const at = <usize>j;
    const t = Math.max(0, Math.min(32_767, (first + <f64>(j - from) * step) * 32_768));
    // Saturates, because rounded steps can exceed the largest weight.
    const weight = i16x8.add_sat_s(i16x8.splat(<i16>(<i32>t)), lanes);
    const inner = betweenFrames(a + at, b + at, wa, wb);
    const outer = betweenFrames(a + at + <usize>stride, b + at + <usize>stride, wa, wb);
    const moved = i16x8.q15mulr_sat_s(i16x8.sub(outer, inner), weight);
    const grey = i16x8.shr_u(i16x8.add(i16x8.add(inner, moved), half), 7);
    v128.store64_lane(into + at, i8x16.narrow_i16x8_u(grey, grey), 0);
  }
}

/** Returns eight grey levels between two frames, in 128ths. */
function betweenFrames(a: usize, b: usize, wa: v128, wb: v128): v128 {
  const before = v128.load_ext<u8>(a);
  const after = v128.load_ext<u8>(b);
  return i16x8.shr_u(i16x8.add(i16x8.mul(before, wa), i16x8.mul(after, wb)), 1);
}
