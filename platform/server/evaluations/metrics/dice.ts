/** Twice the common pixels over the sum of both areas; pixels that are not 0 are inside. */
export function diceOf(a: Uint8Array, b: Uint8Array): number {
  let [common, sum] = [0, 0];
  for (const [index, value] of a.entries()) {
    const [inA, inB] = [value === 0 ? 0 : 1, b[index] === 0 ? 0 : 1];
    common += inA * inB;
    sum += inA + inB;
  }
  return sum === 0 ? 0 : (2 * common) / sum;
}
