/** Compares two JSON values, ignoring the order of keys and of lists of strings. */
export function sameValue(a: unknown, b: unknown): boolean {
  return canonical(a) === canonical(b);
}

/** Returns JSON with sorted keys and sorted lists of strings. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => {
    if (Array.isArray(part)) {
      return part.every((element) => typeof element === 'string') ? [...part].sort() : part;
    }
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(Object.entries(part).sort(([x], [y]) => (x < y ? -1 : 1)));
  });
}
