import { foldForSearch } from '#contracts';

/**
 * Where the words stand in the text, without regard to case and accents: ranges [from, to), in
 * order, merged where they touch.
 */
export function matchRanges(
  text: string,
  terms: readonly string[],
): readonly (readonly [number, number])[] {
  const needles = terms.map(foldForSearch).filter((needle) => needle !== '');
  if (needles.length === 0) return [];
  const { folded, starts, ends } = foldByCharacter(text);
  const ranges: [number, number][] = [];
  for (const needle of needles) {
    let at = folded.indexOf(needle);
    for (; at !== -1; at = folded.indexOf(needle, at + needle.length)) {
      ranges.push([starts[at] ?? 0, ends[at + needle.length - 1] ?? text.length]);
    }
  }
  ranges.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const merged: [number, number][] = [];
  for (const [from, to] of ranges) {
    const last = merged.at(-1);
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  return merged;
}

/** The folded text, and where the letter that each of its characters comes from begins and ends. */
function foldByCharacter(text: string) {
  const starts: number[] = [];
  const ends: number[] = [];
  let folded = '';
  let at = 0;
  for (const character of text) {
    const part = foldForSearch(character);
    const end = at + character.length;
    // A mark of its own belongs to the letter before it.
    if (part === '' && ends.length > 0) ends[ends.length - 1] = end;
    for (let index = 0; index < part.length; index += 1) {
      starts.push(at);
      ends.push(end);
    }
    folded += part;
    at = end;
  }
  return { folded, starts, ends };
}
