/**
 * Folding of words for search, regardless of case, accents and spelling variants of a letter. Must
 * match the database function `fold_for_search`.
 */

/**
 * Combining marks above, below and through letters; excludes vowel signs, which some scripts write
 * as marks.
 */
const MARKS = new RegExp(
  String.raw`[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7` +
    String.raw`\u0610-\u061a\u064b-\u065f\u0670\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20f0\ufe20-\ufe2f]`,
  'g',
);

/**
 * Letters without a Unicode decomposition that are commonly written as other letters, and
 * punctuation.
 */
const FOLDED_LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ŧ: 't',
  ŋ: 'n',
  ς: 'σ',
  '‘': "'",
  '’': "'",
  ʼ: "'",
  '‐': '-',
  '–': '-',
};
const FOLDED_LETTERS_PATTERN = new RegExp(`[${Object.keys(FOLDED_LETTERS).join('')}]`, 'g');

/** Folds text for comparison in searches: `Ünal` equals `unal`, `Groß` equals `GROSS`. */
export function foldForSearch(text: string): string {
  return text
    .normalize('NFKD')
    .replace(MARKS, '')
    .toLowerCase()
    .replace(FOLDED_LETTERS_PATTERN, (letter) => FOLDED_LETTERS[letter] ?? letter);
}

/**
 * Returns the prefix of a yyyy-mm-dd date that a search word denotes; null if none. Accepts yyyy,
 * yyyy-mm and yyyy-mm-dd, also with an incomplete last part, dd.mm.yyyy and mm.yyyy. Rejects dates
 * with slashes, because the order of day and month varies.
 */
export function birthDatePrefix(word: string): string | null {
  if (/^\d{4}(-(\d(\d(-\d{0,2})?)?)?)?$/.test(word)) return word;
  const [, day, month, year] = /^(?:(\d{1,2})\.)?(\d{1,2})\.(\d{4})$/.exec(word) ?? [];
  if (month === undefined || year === undefined) return null;
  return [year, month, day].flatMap((part) => part?.padStart(2, '0') ?? []).join('-');
}
