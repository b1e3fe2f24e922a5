/**
 * Hashes up to three coordinates and a seed to an unsigned 32-bit integer. Uses integer arithmetic
 * only, so that the tissue is the same on every machine.
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

/** A reproducible sequence of random numbers. */
export interface Random {
  /** Returns a number from `from` to below `to`, uniformly distributed. */
  between(from: number, to: number): number;
  /** Returns an integer from `from` to `to`, both included. */
  integer(from: number, to: number): number;
  /** Returns true with this probability. */
  chance(share: number): boolean;
  /** Returns a random value according to the weights. */
  among<T>(weighted: readonly (readonly [T, number])[]): T;
}

/** Creates a sequence; each pair of seed and stream gives an independent sequence. */
export function randomOf(seed: number, stream: number): Random {
  let count = 0;
  const next = (): number => {
    count += 1;
    return hash32(seed, stream, count) / 0x1_0000_0000;
  };
  return {
    between: (from, to) => from + (to - from) * next(),
    integer: (from, to) => from + Math.floor((to - from + 1) * next()),
    chance: (share) => next() < share,
    among: (weighted) => {
      let remaining = next() * weighted.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [value, weight] of weighted) {
        remaining -= weight;
        if (remaining < 0) return value;
      }
      const last = weighted.at(-1);
      if (last === undefined) throw new Error('The list to draw from is empty');
      return last[0];
    },
  };
}

/**
 * Returns a 32-bit seed for a text, e.g. the id of a scan; the same text gives the same patient.
 */
export function seedOfText(text: string): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  return hash32(h, text.length);
}
