import { sampleColumn } from './columns';
import { placeColumn, polarRow } from './place';
// biome-ignore lint/style/useImportType: AssemblyScript knows no type imports
import { Column, Sweep, Work } from './sweep';
import { turn } from './transpose';

export { resample } from './resample';

/** Columns worked before they are turned: they stay in the nearest cache, and make whole lines. */
const BLOCK: i32 = 64;
/** Bytes of a `Column` with room. */
const PLACE: usize = 64;

/**
 * Reconstructs one slab (constant z): columns into scratch, then x fastest into the volume.
 * `scratch` has room for three `BLOCK`s of places, two columns, and `BLOCK` columns of values and of
 * coverage, all `depthStride` long; nothing is shared between calls but what is read.
 */
export function slab(work: usize, k: i32, scratch: usize): void {
  const w = changetype<Work>(work);
  const stride = <usize>w.depthStride;
  const ones = scratch;
  const twos = ones + <usize>BLOCK * PLACE;
  const polar = twos + <usize>BLOCK * PLACE;
  const spare = polar + <usize>BLOCK * PLACE;
  const columns = spare + 2 * stride;
  const masks = columns + <usize>BLOCK * stride;
  const size = <usize>w.nx * <usize>w.ny;
  const from = <usize>k * size;
  // Memory that is filled whole need not be read first; the rows then land in the cache.
  memory.fill(w.voxels + from, 0, size);
  if (w.coverage !== 0) memory.fill(w.coverage + from, 0, size);
  for (let i = 0; i < w.nx; i += BLOCK) {
    const count = min(BLOCK, w.nx - i);
    place(w, w.first, i, count, k, polar, ones);
    if (w.sweepCount > 1) place(w, w.second, i, count, k, polar, twos);
    // What no beam reached is 0 already.
    let end = count;
    while (end > 0 && isEmpty(ones, twos, end - 1)) end -= 1;
    let start = 0;
    while (start < end && isEmpty(ones, twos, start)) start += 1;
    start &= ~7;
    for (let at = <usize>start; at < <usize>end; at += 1) {
      const one = changetype<Column>(ones + at * PLACE);
      const two = changetype<Column>(twos + at * PLACE);
      makeColumn(w, one, two, spare, columns + at * stride);
      if (w.coverage !== 0) cover(w.ny, one, two, masks + at * stride);
    }
    const into = from + <usize>(i + start);
    const skipped = <usize>start * stride;
    turn(columns + skipped, w.depthStride, end - start, w.ny, w.voxels + into, w.nx);
    if (w.coverage !== 0) {
      turn(masks + skipped, w.depthStride, end - start, w.ny, w.coverage + into, w.nx);
    }
  }
}

function isEmpty(ones: usize, twos: usize, at: i32): bool {
  const place = <usize>at * PLACE;
  return changetype<Column>(ones + place).to === 0 && changetype<Column>(twos + place).to === 0;
}

/** Places a row of columns in a sweep, all at once: the divisions of many overlap. */
function place(w: Work, sweep: usize, i: i32, count: i32, k: i32, polar: usize, into: usize): void {
  const s = changetype<Sweep>(sweep);
  const z = w.firstZMm + <f64>k * w.stepZMm;
  polarRow(s, w, i, count, z, polar);
  for (let at: usize = 0; at < <usize>count; at += 1) {
    const c = changetype<Column>(into + at * PLACE);
    const r = load<f64>(polar + (at << 4));
    const deg = load<f64>(polar + (at << 4), 8);
    if (!placeColumn(s, r, deg, w.ny, w.binCount, c)) c.to = c.from = 0;
  }
}

/** Where there is one sweep, `two` is all zero: it covers nothing. */
function makeColumn(w: Work, one: Column, two: Column, spare: usize, out: usize): void {
  const first = changetype<Sweep>(w.first);
  if (one.to === w.ny && one.from === 0 && two.to === 0) {
    sampleColumn(first, one, w.depthStride, out);
    return;
  }
  const b = spare + <usize>w.depthStride;
  if (one.to > 0) sampleColumn(first, one, w.depthStride, spare);
  if (two.to > 0) sampleColumn(changetype<Sweep>(w.second), two, w.depthStride, b);
  merge(w, one, two, spare, b, out);
}

/** One column of two: blended where both cover it. Ascending, so that junk is written over. */
function merge(w: Work, one: Column, two: Column, a: usize, b: usize, out: usize): void {
  fill(out, 0, w.ny, 0);
  const from = max(one.from, two.from);
  const to = min(one.to, two.to);
  if (from >= to) {
    keep(a, out, one.from, one.to, w.ny);
    keep(b, out, two.from, two.to, w.ny);
    return;
  }
  if (one.from < from) keep(a, out, one.from, from, w.ny);
  if (two.from < from) keep(b, out, two.from, from, w.ny);
  const bin = <usize>(<i32>(one.radiusMm * w.shareBinsPerMm + 0.5));
  const shares = w.shares + ((bin * <usize>w.depthStride) << 1);
  const half = i16x8.splat(128);
  const whole = i16x8.splat(256);
  for (let j = <usize>from; j < <usize>to; j += 8) {
    const share = v128.load(shares + (j << 1));
    const sum = i16x8.add(
      i16x8.mul(v128.load_ext<u8>(a + j), i16x8.sub(whole, share)),
      i16x8.mul(v128.load_ext<u8>(b + j), share),
    );
    const grey = i16x8.shr_u(i16x8.add(sum, half), 8);
    v128.store64_lane(out + j, i8x16.narrow_i16x8_u(grey, grey), 0);
  }
  const upTo = max(one.to, two.to);
  fill(out, to, min(w.ny, to + 16), 0);
  if (one.to > to) keep(a, out, to, upTo, w.ny);
  if (two.to > to) keep(b, out, to, upTo, w.ny);
}

/** Copies a part of a column and ends it cleanly. */
function keep(from: usize, out: usize, start: i32, end: i32, ny: i32): void {
  if (start >= end) return;
  for (let j = start; j < end; j += 16) v128.store(out + <usize>j, v128.load(from + <usize>j));
  fill(out, end, min(ny, end + 16), 0);
}

/** Sets start..end; up to 16 bytes behind it are overwritten as well. */
function fill(out: usize, start: i32, end: i32, value: u8): void {
  const bytes = i8x16.splat(value);
  for (let j = start; j < end; j += 16) v128.store(out + <usize>j, bytes);
}

function cover(ny: i32, one: Column, two: Column, out: usize): void {
  if (one.to - one.from === ny || two.to - two.from === ny) {
    fill(out, 0, ny, 255);
    return;
  }
  fill(out, 0, ny, 0);
  const oneFirst = one.from <= two.from;
  const upper = oneFirst ? one : two;
  const lower = oneFirst ? two : one;
  coverPart(upper, ny, out);
  coverPart(lower, ny, out);
  // The end of the lower part may have cut the upper one, which reaches further.
  if (upper.to > lower.to) fillExactly(out, max(upper.from, lower.from), upper.to);
}

function coverPart(c: Column, ny: i32, out: usize): void {
  if (c.from >= c.to) return;
  fill(out, c.from, c.to, 255);
  fill(out, c.to, min(ny, c.to + 16), 0);
}

function fillExactly(out: usize, start: i32, end: i32): void {
  for (let j = start; j < end; j += 1) store<u8>(out + <usize>j, 255);
}
