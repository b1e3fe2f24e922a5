import { sampleColumn } from './columns';
import { placeColumn } from './place';
// biome-ignore lint/style/useImportType: AssemblyScript knows no type imports
import { Column, Sweep, Work } from './sweep';
import { transposeSlab } from './transpose';

export { resample } from './resample';

/**
 * Reconstructs one slab (constant z): columns into scratch, then x fastest into the volume.
 * `scratch` has room for two `Column`s of 64 bytes, three columns, and nx columns of values and of
 * coverage, all `depthStride` long; nothing is shared between calls but what is read.
 */
export function slab(work: usize, k: i32, scratch: usize): void {
  const w = changetype<Work>(work);
  const stride = <usize>w.depthStride;
  const one = changetype<Column>(scratch);
  const two = changetype<Column>(scratch + 64);
  const valuesOne = scratch + 128;
  const valuesTwo = valuesOne + stride;
  const columns = valuesTwo + stride;
  const masks = columns + <usize>w.nx * stride;
  const z = w.firstZMm + <f64>k * w.stepZMm;
  const first = changetype<Sweep>(w.first);
  const second = changetype<Sweep>(w.second);
  for (let i = 0; i < w.nx; i += 1) {
    const x = w.firstXMm + <f64>i * w.stepXMm;
    const out = columns + <usize>i * stride;
    if (!placeColumn(first, x, z, w.ny, w.binCount, one)) one.to = one.from = 0;
    if (w.sweepCount < 2 || !placeColumn(second, x, z, w.ny, w.binCount, two))
      two.to = two.from = 0;
    if (one.to === w.ny && one.from === 0 && two.to === 0) {
      sampleColumn(first, one, w.depthStride, out);
    } else {
      if (one.to > 0) sampleColumn(first, one, w.depthStride, valuesOne);
      if (two.to > 0) sampleColumn(second, two, w.depthStride, valuesTwo);
      merge(w, one, two, valuesOne, valuesTwo, out);
    }
    if (w.coverage !== 0) cover(w.ny, one, two, masks + <usize>i * stride);
  }
  const slabSize = <usize>w.nx * <usize>w.ny;
  transposeSlab(columns, w.depthStride, w.nx, w.ny, w.voxels + <usize>k * slabSize);
  if (w.coverage !== 0) {
    transposeSlab(masks, w.depthStride, w.nx, w.ny, w.coverage + <usize>k * slabSize);
  }
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
