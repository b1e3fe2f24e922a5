/**
 * How words are compared when people search: without regard to case, to accents and other marks, and
 * to the ways of writing one letter. The database's `fold_for_search` does the same.
 */

/** Marks above, below and through letters; vowels of scripts that write them as marks are none. */
const MARKS = new RegExp(
  String.raw`[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7` +
    String.raw`\u0610-\u061a\u064b-\u065f\u0670\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20f0\ufe20-\ufe2f]`,
  'g',
);

/** Letters that Unicode does not take apart though people write them with others, and punctuation. */
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

/** The text as searches compare it: `Ünal` and `unal` fold to the same, so do `Groß` and `GROSS`. */
export function foldForSearch(text: string): string {
  return text
    .normalize('NFKD')
    .replace(MARKS, '')
    .toLowerCase()
    .replace(FOLDED_LETTERS_PATTERN, (letter) => FOLDED_LETTERS[letter] ?? letter);
}

/**
 * The beginning of a yyyy-mm-dd that a word of a search names; null where it names none. Dates are
 * read as yyyy, yyyy-mm and yyyy-mm-dd, also while the last part is still being typed, and with points
 * as dd.mm.yyyy and mm.yyyy. With strokes they are not read: some put the day first, others the month.
 */
export function birthDatePrefix(word: string): string | null {
  if (/^\d{4}(-(\d(\d(-\d{0,2})?)?)?)?$/.test(word)) return word;
  const [, day, month, year] = /^(?:(\d{1,2})\.)?(\d{1,2})\.(\d{4})$/.exec(word) ?? [];
  if (month === undefined || year === undefined) return null;
  return [year, month, day].flatMap((part) => part?.padStart(2, '0') ?? []).join('-');
}
