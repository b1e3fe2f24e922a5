/**
 * Functions that return the same bits on every machine. They use only additions, multiplications,
 * divisions and square roots, whose results IEEE 754 defines. `Math.exp` and similar functions may
 * differ in the last bit between engines, and a frame's bytes are compared by their hash.
 */

/** Returns e to the power of x, to about 15 digits; 0 for very negative x. */
export function exp(x: number): number {
  if (x < -700) return 0;
  const k = Math.floor(x / Math.LN2 + 0.5);
  // Halves the argument four times for a short series; the result is squared four times.
  const r = (x - k * Math.LN2) / 16;
  let term = 1;
  let sum = 1;
  for (let n = 1; n <= 9; n += 1) {
    term = (term * r) / n;
    sum += term;
  }
  for (let i = 0; i < 4; i += 1) sum *= sum;
  return sum * powerOfTwo(k);
}

function powerOfTwo(k: number): number {
  const step = k < 0 ? 0.5 : 2;
  let value = 1;
  for (let i = Math.abs(k); i > 0; i -= 1) value *= step;
  return value;
}

/** Returns the natural logarithm of a positive number, to about 15 digits. */
export function log(x: number): number {
  let mantissa = x;
  let power = 0;
  for (; mantissa > Math.SQRT2; power += 1) mantissa /= 2;
  for (; mantissa < Math.SQRT1_2; power -= 1) mantissa *= 2;
  // 2 · artanh(y), whose series converges fast for y below 0.18.
  const y = (mantissa - 1) / (mantissa + 1);
  let term = 2 * y;
  let sum = 0;
  for (let n = 1; n < 22; n += 2) {
    sum += term / n;
    term *= y * y;
  }
  return sum + power * Math.LN2;
}

/** Returns the amplitude ratio of a level in dB. */
export const amplitudeOfDb = (db: number): number => exp((db * Math.LN10) / 20);

/** Returns sine and cosine of an angle in degrees. */
export function sinCosDeg(deg: number): { readonly sin: number; readonly cos: number } {
  const turned = deg - 360 * Math.floor(deg / 360);
  const quarter = Math.floor(turned / 90 + 0.5);
  const x = ((turned - 90 * quarter) * Math.PI) / 180;
  const x2 = x * x;
  let sin = 0;
  let cos = 0;
  let term = 1;
  for (let n = 0; n < 20; n += 2) {
    cos += term;
    const odd = (term * x) / (n + 1);
    sin += odd;
    term = (-term * x2) / ((n + 1) * (n + 2));
  }
  if (quarter % 4 === 1) return { sin: cos, cos: -sin };
  if (quarter % 4 === 2) return { sin: -sin, cos: -cos };
  if (quarter % 4 === 3) return { sin: -cos, cos: sin };
  return { sin, cos };
}

/** Returns the length of a vector; unlike `Math.hypot`, with rounded steps in a fixed order. */
export const lengthOf = (x: number, y: number, z = 0): number => Math.sqrt(x * x + y * y + z * z);
