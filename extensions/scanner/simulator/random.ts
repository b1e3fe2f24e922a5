/**
 * Integer hash of up to three coordinates and a seed, 32 bit unsigned. Only integer arithmetic, so
 * that every machine draws the same tissue.
 */
export function hash32(seed: number, a: number, b = 0, c = 0): number {
  let h = seed | 0;
  h = Math.imul(h ^ a, 0x9e3779b1);
  h = Math.imul((h ^ (h >>> 15)) + b, 0x85ebca6b);
  h = Math.imul((h ^ (h >>> 13)) + c, 0xc2b2ae35);
  h ^= h >>> 16;
  h = Math.imul(h, 0x7feb352d);
  return (h ^ (h >>> 15)) >>> 0;
}

/** A reproducible sequence of numbers. */
export interface Random {
  /** Uniform in [from, to). */
  between(from: number, to: number): number;
}

export function randomOf(seed: number, stream: number): Random {
  let count = 0;
  return {
    between(from, to) {
      count += 1;
      return from + (to - from) * (hash32(seed, stream, count) / 2 ** 32);
    },
  };
}

/** A 32 bit seed from any text, e.g. the id of a scan: the same text gives the same patient. */
export function seedOfText(text: string): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  return hash32(h, text.length);
}
