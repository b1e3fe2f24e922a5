import { addTranslator, type TextEntry, type TextTree } from '#foundation';

const PLAIN = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const ACCENTED = 'áƀçďéƒǧĥíĵķļɱñóƥɋŕšťúṽŵẋýžÁƁÇĎÉƑǦĤÍĴĶĻṀÑÓƤɊŔŠŤÚṼŴẊÝŽ';
const VOWEL = /[aeiouAEIOU]/;

/** Translates every area into the pseudo-locale, which marks all texts of the catalogues. */
export function addPseudoLocale(): void {
  addTranslator((_, english) => pseudoTree(english));
}

/** Returns the tree with every entry changed by `pseudoText`. */
export function pseudoTree(english: TextTree): TextTree {
  return Object.fromEntries(
    Object.entries(english).map(([key, entry]) => [
      key,
      typeof entry === 'object' ? pseudoTree(entry) : pseudoEntry(entry),
    ]),
  );
}

function pseudoEntry(entry: TextEntry): TextEntry {
  if (typeof entry === 'string') return pseudoText(entry, []);
  return (...values: never[]) => pseudoText(entry(...values), values);
}

/**
 * Accents a text, doubles its vowels and puts it in ⟦brackets⟧. Leaves `values`, the data in the
 * text, unchanged; also an empty text and a text already in brackets.
 */
export function pseudoText(text: string, values: readonly unknown[]): string {
  if (text === '' || /^⟦[^⟦⟧]*⟧$/.test(text)) return text;
  const inserted = values
    .filter((value) => (typeof value === 'string' && value !== '') || typeof value === 'number')
    .map(String)
    .sort((a, b) => b.length - a.length);
  const pattern = inserted.map((value) => value.replace(/[^\p{L}\p{N}]/gu, '\\$&')).join('|');
  const parts = pattern === '' ? [text] : text.split(new RegExp(`(${pattern})`));
  // Parts with an odd index are values.
  return `⟦${parts.map((part, idx) => (idx % 2 === 1 ? part : accented(part))).join('')}⟧`;
}

const accented = (text: string): string =>
  [...text]
    .map((letter) => {
      const idx = PLAIN.indexOf(letter);
      const accentedLetter = idx < 0 ? letter : (ACCENTED[idx] ?? letter);
      return VOWEL.test(letter) ? accentedLetter + accentedLetter.toLowerCase() : accentedLetter;
    })
    .join('');
