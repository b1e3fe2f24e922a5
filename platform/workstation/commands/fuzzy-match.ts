/** Score and matched ranges of a query in a text. */
export interface FuzzyMatch {
  /** Higher is better; comparable only between matches of the same query. */
  readonly score: number;
  /** Matched ranges in order; the end is exclusive. */
  readonly ranges: readonly (readonly [start: number, end: number])[];
}

const TEXT_START_BONUS = 12;
const WORD_START_BONUS = 8;
const CONSECUTIVE_BONUS = 8;

/**
 * Finds the letters of `query` in `text`, in order, ignoring case and accents; null when a letter
 * is missing. 'np' finds 'New patient'. Word starts and consecutive letters score highest; shorter
 * texts win.
 */
export function fuzzyMatch(query: string, text: string): FuzzyMatch | null {
  const characters = plain(query).replace(/\s+/g, '');
  if (characters === '') return { score: 0, ranges: [] };
  const target = plain(text);
  const candidates = [
    matchWordStarts(characters, target),
    matchSubstring(characters, target),
    matchSubsequence(characters, target),
  ];
  let best: FuzzyMatch | null = null;
  for (const indices of candidates) {
    if (indices === null) continue;
    const score = scoreOf(indices, target);
    if (best === null || score > best.score) best = { score, ranges: rangesOf(indices) };
  }
  return best;
}

function scoreOf(indices: readonly number[], text: string): number {
  let score = -text.length / 100;
  for (const [letterIndex, index] of indices.entries()) {
    if (index === 0) score += TEXT_START_BONUS;
    else if (isWordStart(text, index)) score += WORD_START_BONUS;
    if (letterIndex > 0 && indices[letterIndex - 1] === index - 1) score += CONSECUTIVE_BONUS;
  }
  return score;
}

/**
 * Lower-cases and strips accents; keeps the length, so that indices stay valid. Exceptions, whose
 * ranges are shifted: İ and characters outside the Basic Multilingual Plane, such as emoji.
 */
function plain(text: string): string {
  return [...text.toLowerCase()].map((character) => character.normalize('NFD').charAt(0)).join('');
}

function isWordStart(text: string, index: number): boolean {
  return index === 0 || /[\s\-–(,:/]/.test(text.charAt(index - 1));
}

/** Matches each letter at a word start or directly after the previous match. */
function matchWordStarts(characters: string, text: string): readonly number[] | null {
  // Memoises failures; otherwise repeated words would lead to an exponential search.
  const failedStates = new Set<number>();
  const search = (letterIndex: number, from: number): readonly number[] | null => {
    if (letterIndex === characters.length) return [];
    const state = letterIndex * (text.length + 1) + from;
    if (failedStates.has(state)) return null;
    for (let index = from; index < text.length; index += 1) {
      const isConsecutive = letterIndex > 0 && index === from;
      if (text.charAt(index) !== characters.charAt(letterIndex)) continue;
      if (!isConsecutive && !isWordStart(text, index)) continue;
      const remaining = search(letterIndex + 1, index + 1);
      if (remaining !== null) return [index, ...remaining];
    }
    failedStates.add(state);
    return null;
  };
  return search(0, 0);
}

function matchSubstring(characters: string, text: string): readonly number[] | null {
  const start = text.indexOf(characters);
  return start === -1 ? null : [...characters].map((_, letterIndex) => start + letterIndex);
}

function matchSubsequence(characters: string, text: string): readonly number[] | null {
  const indices: number[] = [];
  for (const character of characters) {
    const index = text.indexOf(character, (indices.at(-1) ?? -1) + 1);
    if (index === -1) return null;
    indices.push(index);
  }
  return indices;
}

function rangesOf(indices: readonly number[]): FuzzyMatch['ranges'] {
  const ranges: [number, number][] = [];
  for (const index of indices) {
    const last = ranges.at(-1);
    if (last !== undefined && last[1] === index) last[1] = index + 1;
    else ranges.push([index, index + 1]);
  }
  return ranges;
}
