// Processing of beams: envelope, image, filters and the receiver's signal, compiled to wasm SIMD by
// `npm run build:wasm`. A test compares it with the same loops in plain TypeScript
// (../reference-image.ts). The caller allocates all memory. Pointers are byte offsets, counts are
// elements.

export function addEnvelope(
  real: usize,
  imaginary: usize,
  samples: i32,
  out: usize,
  share: f32,
): void {
  const weight = f32x4.splat(share);
  for (let j: i32 = 0; j < samples; j += 4) {
    const at = (<usize>j) << 2;
    const a = v128.load(real + at);
    const b = v128.load(imaginary + at);
    const size = f32x4.sqrt(f32x4.add(f32x4.mul(a, a), f32x4.mul(b, b)));
    v128.store(out + at, f32x4.add(v128.load(out + at), f32x4.mul(size, weight)));
  }
}

/** Adds the envelope like `addEnvelope`, at `step` samples apart with linear interpolation. */
export function addEnvelopeBetween(
  real: usize,
  imaginary: usize,
  shown: i32,
  step: f64,
  out: usize,
  share: f32,
): void {
  for (let j: i32 = 0; j < shown; j++) {
    const at = <f64>j * step;
    const i = <i32>at;
    const t = <f32>(at - <f64>i);
    const from = (<usize>i) << 2;
    const near = sizeOf(load<f32>(real + from), load<f32>(imaginary + from));
    const far = sizeOf(load<f32>(real + from, 4), load<f32>(imaginary + from, 4));
    const into = out + ((<usize>j) << 2);
    store<f32>(into, load<f32>(into) + share * (near + (far - near) * t));
  }
}

function sizeOf(a: f32, b: f32): f32 {
  return sqrt<f32>(a * a + b * b);
}

/** Writes the mean of two lines. */
export function meanOfLines(one: usize, other: usize, out: usize, samples: i32): void {
  const half = f32x4.splat(0.5);
  for (let j: i32 = 0; j < samples; j += 4) {
    const at = (<usize>j) << 2;
    const sum = f32x4.add(v128.load(one + at), v128.load(other + at));
    v128.store(out + at, f32x4.mul(sum, half));
  }
}

/**
 * Writes the real part of a beam on its carrier, rounded and clamped to 16 bits. The carrier tables
 * include the scale.
 */
export function toSignal(
  real: usize,
  imaginary: usize,
  cosine: usize,
  sine: usize,
  samples: i32,
  out: usize,
): void {
  for (let j: i32 = 0; j < samples; j += 4) {
    const at = (<usize>j) << 2;
    const value = f32x4.sub(
      f32x4.mul(v128.load(real + at), v128.load(cosine + at)),
      f32x4.mul(v128.load(imaginary + at), v128.load(sine + at)),
    );
    const whole = i32x4.trunc_sat_f32x4_s(f32x4.nearest(value));
    v128.store64_lane(out + (at >> 1), i16x8.narrow_i32x4_s(whole, whole), 0);
  }
}

/**
 * Returns natural logarithms of positive normal numbers, from the exponent and a series in
 * (m − 1) / (m + 1) of the mantissa m.
 */
function logarithm(x: v128): v128 {
  // Splits at √½, so that the mantissa lies in [√½, √2).
  const shifted = i32x4.sub(x, i32x4.splat(0x3f3504f3));
  const exponent = i32x4.shr_s(shifted, 23);
  const mantissa = i32x4.sub(x, i32x4.shl(exponent, 23));
  const one = f32x4.splat(1);
  const y = f32x4.div(f32x4.sub(mantissa, one), f32x4.add(mantissa, one));
  const y2 = f32x4.mul(y, y);
  let series = f32x4.add(
    f32x4.mul(y2, f32x4.splat(<f32>(2.0 / 9.0))),
    f32x4.splat(<f32>(2.0 / 7.0)),
  );
  series = f32x4.add(f32x4.mul(series, y2), f32x4.splat(<f32>(2.0 / 5.0)));
  series = f32x4.add(f32x4.mul(series, y2), f32x4.splat(<f32>(2.0 / 3.0)));
  series = f32x4.add(f32x4.mul(series, y2), f32x4.splat(2));
  return f32x4.add(
    f32x4.mul(series, y),
    f32x4.mul(f32x4.convert_i32x4_s(exponent), f32x4.splat(<f32>Math.LN2)),
  );
}

export function logCompress(
  envelope: usize,
  grey: usize,
  count: i32,
  perNeper: f32,
  offset: f32,
): void {
  const scale = f32x4.splat(perNeper);
  const shift = f32x4.splat(offset);
  const least = f32x4.splat(<f32>1e-12);
  for (let i: i32 = 0; i < count; i += 4) {
    const e = f32x4.add(v128.load(envelope + ((<usize>i) << 2)), least);
    const value = f32x4.add(shift, f32x4.mul(scale, logarithm(e)));
    const whole = i32x4.trunc_sat_f32x4_u(value);
    const halves = i16x8.narrow_i32x4_u(whole, whole);
    v128.store32_lane(grey + <usize>i, i8x16.narrow_i16x8_u(halves, halves), 0);
  }
}

/** Writes the median of 3 × 3 samples; copies the edges of the image. */
export function median3(grey: usize, out: usize, lines: i32, samples: i32): void {
  const last = lines - 1;
  memory.copy(out, grey, <usize>samples);
  memory.copy(out + <usize>(last * samples), grey + <usize>(last * samples), <usize>samples);
  for (let line: i32 = 1; line < last; line++) {
    const from = grey + <usize>(line * samples);
    const into = out + <usize>(line * samples);
    for (let j: i32 = 0; j < samples; j += 16) {
      // Moves the last vector back, so that it ends at the end of the line.
      const k = <usize>min(j, samples - 16);
      v128.store(into + k, medianAt(from + k, <usize>samples));
    }
    // Restores the first and the last sample, whose neighbours belong to other lines.
    store<u8>(into, load<u8>(from));
    store<u8>(into + <usize>(samples - 1), load<u8>(from + <usize>(samples - 1)));
  }
}

function medianAt(at: usize, stride: usize): v128 {
  let a = v128.load(at - stride - 1);
  let b = v128.load(at - stride);
  let c = v128.load(at - stride + 1);
  let d = v128.load(at - 1);
  let e = v128.load(at);
  let f = v128.load(at + 1);
  let g = v128.load(at + stride - 1);
  let h = v128.load(at + stride);
  let i = v128.load(at + stride + 1);
  let low = i8x16.min_u(b, c);
  c = i8x16.max_u(b, c);
  b = low;
  low = i8x16.min_u(e, f);
  f = i8x16.max_u(e, f);
  e = low;
  low = i8x16.min_u(h, i);
  i = i8x16.max_u(h, i);
  h = low;
  low = i8x16.min_u(a, b);
  b = i8x16.max_u(a, b);
  a = low;
  low = i8x16.min_u(d, e);
  e = i8x16.max_u(d, e);
  d = low;
  low = i8x16.min_u(g, h);
  h = i8x16.max_u(g, h);
  g = low;
  low = i8x16.min_u(b, c);
  c = i8x16.max_u(b, c);
  b = low;
  low = i8x16.min_u(e, f);
  f = i8x16.max_u(e, f);
  e = low;
  low = i8x16.min_u(h, i);
  i = i8x16.max_u(h, i);
  h = low;
  // Each group of three is sorted. The median of nine is the median of the largest minimum, the
  // middle of the medians and the smallest maximum.
  const least = i8x16.max_u(i8x16.max_u(a, d), g);
  const most = i8x16.min_u(i8x16.min_u(c, f), i);
  const middle = i8x16.max_u(i8x16.min_u(b, e), i8x16.min_u(i8x16.max_u(b, e), h));
  return i8x16.max_u(i8x16.min_u(least, middle), i8x16.min_u(i8x16.max_u(least, middle), most));
}

/** Elements before and after the sums of a line, filled with the value at that end. */
const MARGIN: i32 = 16;

/**
 * Writes mean + gain · share · (value − mean). The mean is taken over a window of 2 · across + 1
 * lines and 2 · along + 1 samples, which repeats the edges of the image; the share is the fraction
 * of the variance that exceeds `noise`. Sums of grey levels and of their squares are integers below
 * 2^24, which f32 represents exactly.
 */
export function localFilter(
  grey: usize,
  out: usize,
  lines: i32,
  samples: i32,
  across: i32,
  along: i32,
  noise: f32,
  gain: f32,
  sums: usize,
  squares: usize,
): void {
  const begin = (<usize>MARGIN) << 2;
  memory.fill(sums, 0, (<usize>(samples + 2 * MARGIN)) << 2);
  memory.fill(squares, 0, (<usize>(samples + 2 * MARGIN)) << 2);
  for (let line = -across; line < across; line++) {
    addLine(lineAt(grey, line, lines, samples), samples, sums + begin, squares + begin, 1);
  }
  for (let line: i32 = 0; line < lines; line++) {
    addLine(lineAt(grey, line + across, lines, samples), samples, sums + begin, squares + begin, 1);
    repeatEnds(sums, samples);
    repeatEnds(squares, samples);
    const from = <usize>(line * samples);
    filterLine(grey + from, out + from, samples, across, along, noise, gain, sums, squares);
    addLine(
      lineAt(grey, line - across, lines, samples),
      samples,
      sums + begin,
      squares + begin,
      -1,
    );
  }
}

function lineAt(grey: usize, line: i32, lines: i32, samples: i32): usize {
  return grey + <usize>(max(0, min(lines - 1, line)) * samples);
}

function greyLevels(at: usize): v128 {
  const words = i32x4.extend_low_i16x8_u(i16x8.extend_low_i8x16_u(v128.load32_zero(at)));
  return f32x4.convert_i32x4_s(words);
}

function addLine(line: usize, samples: i32, sums: usize, squares: usize, sign: f32): void {
  const factor = f32x4.splat(sign);
  for (let j: i32 = 0; j < samples; j += 4) {
    const at = (<usize>j) << 2;
    const value = greyLevels(line + <usize>j);
    const signed = f32x4.mul(value, factor);
    v128.store(sums + at, f32x4.add(v128.load(sums + at), signed));
    v128.store(squares + at, f32x4.add(v128.load(squares + at), f32x4.mul(value, signed)));
  }
}

function repeatEnds(row: usize, samples: i32): void {
  const first = load<f32>(row + ((<usize>MARGIN) << 2));
  const end = row + ((<usize>(MARGIN + samples)) << 2);
  const last = load<f32>(end - 4);
  for (let n: i32 = 0; n < MARGIN; n++) {
    store<f32>(row + ((<usize>n) << 2), first);
    store<f32>(end + ((<usize>n) << 2), last);
  }
}

function filterLine(
  from: usize,
  into: usize,
  samples: i32,
  across: i32,
  along: i32,
  noise: f32,
  gain: f32,
  sums: usize,
  squares: usize,
): void {
  const count: i32 = (2 * across + 1) * (2 * along + 1);
  const window = f32x4.splat(<f32>1 / <f32>count);
  const speckle = f32x4.splat(noise);
  const least = f32x4.splat(0.001);
  const strength = f32x4.splat(gain);
  for (let j: i32 = 0; j < samples; j += 4) {
    let sum = f32x4.splat(0);
    let square = f32x4.splat(0);
    const first = (<usize>(MARGIN + j - along)) << 2;
    const end = (<usize>(MARGIN + j + along)) << 2;
    for (let at = first; at <= end; at += 4) {
      sum = f32x4.add(sum, v128.load(sums + at));
      square = f32x4.add(square, v128.load(squares + at));
    }
    const mean = f32x4.mul(sum, window);
    const variance = f32x4.sub(f32x4.mul(square, window), f32x4.mul(mean, mean));
    const beyond = f32x4.max(f32x4.sub(variance, speckle), f32x4.splat(0));
    const share = f32x4.div(beyond, f32x4.max(variance, least));
    const off = f32x4.mul(f32x4.mul(strength, share), f32x4.sub(greyLevels(from + <usize>j), mean));
    const whole = i32x4.trunc_sat_f32x4_u(f32x4.add(f32x4.add(mean, off), f32x4.splat(0.5)));
    const halves = i16x8.narrow_i32x4_u(whole, whole);
    v128.store32_lane(into + <usize>j, i8x16.narrow_i16x8_u(halves, halves), 0);
  }
}
