/**
 * Rounding offset of a division by 256; stored in memory, because the engine rebuilds a constant
 * vector at each use.
 */
const HALF = memory.data<u16>([128]);

/** Bytes of a table entry. */
const ENTRY: usize = 48;

/**
 * Resamples the lines of one frame to the volume's depths. A table entry computes `outputs` values
 * (at most 8) from one load of 16 bytes. The entry holds 16 indices (8 first neighbours, then 8
 * second neighbours), 8 weights of the second neighbours in 256ths, and the offset of the load.
 * `tableStride` is 0 when all lines share a table. Each entry writes 8 values; the next entry
 * overwrites the surplus.
 */
export function resample(
  frame: usize,
  into: usize,
  lines: i32,
  samples: i32,
  intoStride: i32,
  table: usize,
  tableStride: i32,
  entries: i32,
  outputs: i32,
): void {
  const half = v128.load16_splat(HALF);
  for (let line = 0; line < lines; line += 1) {
    const from = frame + <usize>line * <usize>samples;
    let entry = table + <usize>line * <usize>tableStride;
    let to = into + <usize>line * <usize>intoStride;
    for (let n = 0; n < entries; n += 1) {
      const bytes = v128.load(from + <usize>load<i32>(entry, 32));
      const pairs = i8x16.swizzle(bytes, v128.load(entry));
      const first = i16x8.extend_low_i8x16_u(pairs);
      const second = i16x8.extend_high_i8x16_u(pairs);
      const moved = i16x8.mul(i16x8.sub(second, first), v128.load(entry, 16));
      // The sum is correct modulo 2^16, although the product alone can overflow.
      const sum = i16x8.add(i16x8.add(i16x8.shl(first, 8), moved), half);
      const grey = i16x8.shr_u(sum, 8);
      v128.store64_lane(to, i8x16.narrow_i16x8_u(grey, grey), 0);
      entry += ENTRY;
      to += <usize>outputs;
    }
  }
}
