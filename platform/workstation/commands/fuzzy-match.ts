/** How well words fit a text, and where. */
export interface FuzzyMatch {
  /** Higher is better; only compared with matches of the same words. */
  readonly score: number;
  /** Start and end (exclusive) of what matched, in order. */
  readonly ranges: readonly (readonly [start: number, end: number])[];
}

const WHOLE_START = 12;
const WORD_START = 8;
const IN_A_ROW = 8;

/**
 * The letters of `wanted` in their order, anywhere in `text`, upper or lower case and accents aside;
 * null when one is missing. 'np' finds 'New patient'. Beginnings of words and letters in a row count
 * most, and shorter texts come first.
 */
export function fuzzyMatch(wanted: string, text: string): FuzzyMatch | null {
  const letters = plain(wanted).replace(/\s+/g, '');
  if (letters === '') return { score: 0, ranges: [] };
  const within = plain(text);
  const ways = [
    placesByWord(letters, within),
    placesInARow(letters, within),
    placesAsTheyCome(letters, within),
  ];
  return ways
    .filter((places) => places !== null)
    .map((places) => ({ score: scoreOf(places, within), ranges: rangesOf(places) }))
    .reduce<FuzzyMatch | null>(
      (best, one) => (best === null || one.score > best.score ? one : best),
      null,
    );
}

function scoreOf(places: readonly number[], text: string): number {
  let score = -text.length / 100;
  for (const [order, place] of places.entries()) {
    if (place === 0) score += WHOLE_START;
    else if (startsWord(text, place)) score += WORD_START;
    if (order > 0 && places[order - 1] === place - 1) score += IN_A_ROW;
  }
  return score;
}

/** Lower case without accents; as long as the text, so that places stay places. */
function plain(text: string): string {
  return [...text.toLowerCase()].map((letter) => letter.normalize('NFD').charAt(0)).join('');
}

function startsWord(text: string, place: number): boolean {
  return place === 0 || /[\s\-–(,:/]/.test(text.charAt(place - 1));
}

/** Each letter at the beginning of a word, or right after the one before. */
function placesByWord(letters: string, text: string): readonly number[] | null {
  // Without it, a text of many like words would be searched in every combination.
  const hopeless = new Set<number>();
  const search = (order: number, from: number): readonly number[] | null => {
    if (order === letters.length) return [];
    const state = order * (text.length + 1) + from;
    if (hopeless.has(state)) return null;
    for (let place = from; place < text.length; place += 1) {
      const inARow = order > 0 && place === from;
      if (text.charAt(place) !== letters.charAt(order)) continue;
      if (!inARow && !startsWord(text, place)) continue;
      const rest = search(order + 1, place + 1);
      if (rest !== null) return [place, ...rest];
    }
    hopeless.add(state);
    return null;
  };
  return search(0, 0);
}

function placesInARow(letters: string, text: string): readonly number[] | null {
  const start = text.indexOf(letters);
  return start === -1 ? null : [...letters].map((_, order) => start + order);
}

function placesAsTheyCome(letters: string, text: string): readonly number[] | null {
  const places: number[] = [];
  for (const letter of letters) {
    const place = text.indexOf(letter, (places.at(-1) ?? -1) + 1);
    if (place === -1) return null;
    places.push(place);
  }
  return places;
}

function rangesOf(places: readonly number[]): FuzzyMatch['ranges'] {
  const ranges: [number, number][] = [];
  for (const place of places) {
    const last = ranges.at(-1);
    if (last !== undefined && last[1] === place) last[1] = place + 1;
    else ranges.push([place, place + 1]);
  }
  return ranges;
}
