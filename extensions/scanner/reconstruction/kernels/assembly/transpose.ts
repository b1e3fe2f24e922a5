/**
 * Transposes `count` columns (depth fastest, `stride` apart) to parts of rows (x fastest, `nx`
 * apart), in blocks of 8 × 16 bytes.
 */
export function transpose(
  columns: usize,
  stride: i32,
  count: i32,
  ny: i32,
  out: usize,
  nx: i32,
): void {
  const whole = count & ~7;
  for (let j = 0; j < ny; j += 16) {
    const rows = min(16, ny - j);
    const to = out + <usize>j * <usize>nx;
    for (let i = 0; i < whole; i += 8) {
      const from = columns + <usize>i * <usize>stride + <usize>j;
      transposeBlock(from, <usize>stride, to + <usize>i, <usize>nx, rows);
    }
    for (let i = whole; i < count; i += 1) {
      const from = columns + <usize>i * <usize>stride + <usize>j;
      for (let row = 0; row < rows; row += 1) {
        store<u8>(to + <usize>row * <usize>nx + <usize>i, load<u8>(from + <usize>row));
      }
    }
  }
}

function low8(a: v128, b: v128): v128 {
  return i8x16.shuffle(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
}

function high8(a: v128, b: v128): v128 {
  return i8x16.shuffle(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
}

/** Transposes 8 columns of 16 bytes to 16 rows of 8 by three rounds of interleaving. */
function transposeBlock(from: usize, stride: usize, out: usize, nx: usize, rows: i32): void {
  const a0 = v128.load(from);
  const a1 = v128.load(from + stride);
  const a2 = v128.load(from + 2 * stride);
  const a3 = v128.load(from + 3 * stride);
  const a4 = v128.load(from + 4 * stride);
  const a5 = v128.load(from + 5 * stride);
  const a6 = v128.load(from + 6 * stride);
  const a7 = v128.load(from + 7 * stride);
  const b0 = low8(a0, a4);
  const b1 = high8(a0, a4);
  const b2 = low8(a1, a5);
  const b3 = high8(a1, a5);
  const b4 = low8(a2, a6);
  const b5 = high8(a2, a6);
  const b6 = low8(a3, a7);
  const b7 = high8(a3, a7);
  const c0 = low8(b0, b4);
  const c1 = high8(b0, b4);
  const c2 = low8(b1, b5);
  const c3 = high8(b1, b5);
  const c4 = low8(b2, b6);
  const c5 = high8(b2, b6);
  const c6 = low8(b3, b7);
  const c7 = high8(b3, b7);
  storeRows(out, low8(c0, c4), nx, rows);
  storeRows(out + 2 * nx, high8(c0, c4), nx, rows - 2);
  storeRows(out + 4 * nx, low8(c1, c5), nx, rows - 4);
  storeRows(out + 6 * nx, high8(c1, c5), nx, rows - 6);
  storeRows(out + 8 * nx, low8(c2, c6), nx, rows - 8);
  storeRows(out + 10 * nx, high8(c2, c6), nx, rows - 10);
  storeRows(out + 12 * nx, low8(c3, c7), nx, rows - 12);
  storeRows(out + 14 * nx, high8(c3, c7), nx, rows - 14);
}

function storeRows(out: usize, pair: v128, nx: usize, rows: i32): void {
  if (rows > 1) {
    v128.store64_lane(out, pair, 0);
    v128.store64_lane(out + nx, pair, 1);
  } else if (rows > 0) v128.store64_lane(out, pair, 0);
}
