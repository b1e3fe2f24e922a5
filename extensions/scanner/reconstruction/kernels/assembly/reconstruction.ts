import { sampleColumn } from './columns';
import { placeColumn, polarRow } from './place';
// biome-ignore lint/style/useImportType: AssemblyScript has no type imports
import { Column, Sweep, Work } from './sweep';
import { transpose } from './transpose';

export { resample } from './resample';

/** Columns per transposed block: few enough to stay in the cache, enough for whole cache lines. */
const BLOCK: i32 = 64;
/** Bytes reserved for a `Column`. */
const COLUMN_BYTES: usize = 64;

/**
 * Reconstructs one slab (constant z): columns into scratch, then x fastest into the volume.
 * `scratch` holds three times `BLOCK` structures of `COLUMN_BYTES`, then two spare columns and
 * `BLOCK` columns each of values and coverage, all `depthStride` long. Concurrent calls need
 * separate scratch memory.
 */
export function slab(work: usize, k: i32, scratch: usize): void {
  const w = changetype<Work>(work);
  const stride = <usize>w.depthStride;
  const ones = scratch;
  const twos = ones + <usize>BLOCK * COLUMN_BYTES;
  const polar = twos + <usize>BLOCK * COLUMN_BYTES;
  const spare = polar + <usize>BLOCK * COLUMN_BYTES;
  const columns = spare + 2 * stride;
  const masks = columns + <usize>BLOCK * stride;
  const size = <usize>w.nx * <usize>w.ny;
  const from = <usize>k * size;
  // Clears the whole slab first: filling needs no reads, and later row writes hit the cache.
  memory.fill(w.voxels + from, 0, size);
  if (w.coverage !== 0) memory.fill(w.coverage + from, 0, size);
  for (let i = 0; i < w.nx; i += BLOCK) {
    const count = min(BLOCK, w.nx - i);
    placeRow(w, w.first, i, count, k, polar, ones);
    if (w.sweepCount > 1) placeRow(w, w.second, i, count, k, polar, twos);
    // Skips columns at both ends that no beam reached; their voxels are already 0.
    let end = count;
    while (end > 0 && isEmpty(ones, twos, end - 1)) end -= 1;
    let start = 0;
    while (start < end && isEmpty(ones, twos, start)) start += 1;
    start &= ~7;
    for (let at = <usize>start; at < <usize>end; at += 1) {
      const one = changetype<Column>(ones + at * COLUMN_BYTES);
      const two = changetype<Column>(twos + at * COLUMN_BYTES);
      sampleBoth(w, one, two, spare, columns + at * stride);
      if (w.coverage !== 0) writeMask(w.ny, one, two, masks + at * stride);
    }
    const into = from + <usize>(i + start);
    const skipped = <usize>start * stride;
    transpose(columns + skipped, w.depthStride, end - start, w.ny, w.voxels + into, w.nx);
    if (w.coverage !== 0) {
      transpose(masks + skipped, w.depthStride, end - start, w.ny, w.coverage + into, w.nx);
    }
  }
}

function isEmpty(ones: usize, twos: usize, at: i32): bool {
  const place = <usize>at * COLUMN_BYTES;
  return changetype<Column>(ones + place).to === 0 && changetype<Column>(twos + place).to === 0;
}

/** Places a row of columns in a sweep together, so that the processor overlaps their divisions. */
function placeRow(
  w: Work,
  sweep: usize,
  i: i32,
  count: i32,
  k: i32,
  polar: usize,
  into: usize,
): void {
  const s = changetype<Sweep>(sweep);
  const z = w.firstZMm + <f64>k * w.stepZMm;
  polarRow(s, w, i, count, z, polar);
  for (let at: usize = 0; at < <usize>count; at += 1) {
    const c = changetype<Column>(into + at * COLUMN_BYTES);
    const r = load<f64>(polar + (at << 4));
    const deg = load<f64>(polar + (at << 4), 8);
    if (!placeColumn(s, r, deg, w.ny, w.binCount, c)) c.to = c.from = 0;
  }
}

/** Samples a column of one or both sweeps; with a single sweep, `two` is zero and empty. */
function sampleBoth(w: Work, one: Column, two: Column, spare: usize, out: usize): void {
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

/**
 * Merges two columns, blended where both cover a depth. Writes in ascending order, so that later
 * parts overwrite surplus bytes.
 */
function merge(w: Work, one: Column, two: Column, a: usize, b: usize, out: usize): void {
  fill(out, 0, w.ny, 0);
  const from = max(one.from, two.from);
  const to = min(one.to, two.to);
  if (from >= to) {
    copyPart(a, out, one.from, one.to, w.ny);
    copyPart(b, out, two.from, two.to, w.ny);
    return;
  }
  if (one.from < from) copyPart(a, out, one.from, from, w.ny);
  if (two.from < from) copyPart(b, out, two.from, from, w.ny);
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
  if (one.to > to) copyPart(a, out, to, upTo, w.ny);
  if (two.to > to) copyPart(b, out, to, upTo, w.ny);
}

/** Copies a part of a column and clears up to 16 bytes after the part. */
function copyPart(from: usize, out: usize, start: i32, end: i32, ny: i32): void {
  if (start >= end) return;
  for (let j = start; j < end; j += 16) v128.store(out + <usize>j, v128.load(from + <usize>j));
  fill(out, end, min(ny, end + 16), 0);
}

/** Sets the bytes from `start` to `end`; may overwrite up to 16 bytes after `end`. */
function fill(out: usize, start: i32, end: i32, value: u8): void {
  const bytes = i8x16.splat(value);
  for (let j = start; j < end; j += 16) v128.store(out + <usize>j, bytes);
}

function writeMask(ny: i32, one: Column, two: Column, out: usize): void {
  if (one.to - one.from === ny || two.to - two.from === ny) {
    fill(out, 0, ny, 255);
    return;
  }
  fill(out, 0, ny, 0);
  const oneFirst = one.from <= two.from;
  const upper = oneFirst ? one : two;
  const lower = oneFirst ? two : one;
  maskPart(upper, ny, out);
  maskPart(lower, ny, out);
  // Restores the end of the upper part, which writing a shorter lower part clears.
  if (upper.to > lower.to) fillExactly(out, max(upper.from, lower.from), upper.to);
}

function maskPart(c: Column, ny: i32, out: usize): void {
  if (c.from >= c.to) return;
  fill(out, c.from, c.to, 255);
  fill(out, c.to, min(ny, c.to + 16), 0);
}

function fillExactly(out: usize, start: i32, end: i32): void {
  for (let j = start; j < end; j += 1) store<u8>(out + <usize>j, 255);
}
