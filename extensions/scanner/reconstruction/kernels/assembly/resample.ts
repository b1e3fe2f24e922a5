/** Half of what a sum is divided by, from memory: built from a number it costs more at each use. */
const HALF = memory.data<u16>([128]);

/** Bytes of one entry of the table: which bytes, with what weight, from where. */
const ENTRY: usize = 48;

/**
 * Resamples the lines of one frame to the volume's depths. An entry makes `outputs` (at most 8)
 * values of one load of 16 bytes: 16 indices (first neighbours, then second ones), 8 weights of
 * the second in 256ths, and the byte at which the load begins. `tableStride` is 0 when all lines
 * share a table. Ascending, so that the next entry writes over what one writes too much.
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
      // Modulo 2^16 the sum is right although the product alone is not.
      const sum = i16x8.add(i16x8.add(i16x8.shl(first, 8), moved), half);
      const grey = i16x8.shr_u(sum, 8);
      v128.store64_lane(to, i8x16.narrow_i16x8_u(grey, grey), 0);
      entry += ENTRY;
      to += <usize>outputs;
    }
  }
}
