/**
 * Where the words stand in the text, without regard to case: ranges [from, to), in order, merged
 * where they touch.
 */
export function matchRanges(
  text: string,
  words: readonly string[],
): readonly (readonly [number, number])[] {
  const low = text.toLowerCase();
  // Lower case can change the length of a few letters; ranges would then be wrong by place.
  if (low.length !== text.length) return [];
  const found: [number, number][] = [];
  for (const word of words) {
    const needle = word.toLowerCase();
    if (needle === '') continue;
    for (let at = low.indexOf(needle); at !== -1; at = low.indexOf(needle, at + needle.length)) {
      found.push([at, at + needle.length]);
    }
  }
  found.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const merged: [number, number][] = [];
  for (const [from, to] of found) {
    const last = merged.at(-1);
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  return merged;
}
