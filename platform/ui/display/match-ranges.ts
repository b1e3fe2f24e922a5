import { foldForSearch } from '#contracts';

/**
 * Returns the ranges [from, to) of the terms in the text, ignoring case and accents; sorted, merged
 * where they overlap or touch.
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

/** Folds the text and maps each folded character to the start and end of its source letter. */
function foldByCharacter(text: string) {
  const starts: number[] = [];
  const ends: number[] = [];
  let folded = '';
  let at = 0;
  for (const character of text) {
    const part = foldForSearch(character);
    const end = at + character.length;
    // A combining mark belongs to the letter before.
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
