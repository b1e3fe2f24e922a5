/**
 * Reading of free text in English and German. Both languages are read in every report, because
 * readers write in either.
 */

const INVISIBLE = /[\u00AD\u200B-\u200D\u2060\uFEFF]/gu;

/** Returns text in which equal words are equal strings: composed letters, plain hyphens and apostrophes. */
export function plainText(text: string): string {
  return text
    .normalize('NFC')
    .replace(INVISIBLE, '')
    .replace(/[‐‑]/g, '-')
    .replace(/[’‘´`]/g, "'");
}

/** Words that compare with the other breast, followed by at most four words. */
const COMPARISON = [
  'contralateral\\p{L}*',
  'opposite',
  'compar(?:ed|ison|able) (?:with|to)',
  'similar to',
  'analogous to',
  'unlike',
  '(?<!-)like',
  'than',
  'as(?: seen)? (?:in|on)',
  'versus',
  'vs',
  'symmetric(?:al)? (?:with|to)',
  'im vergleich',
  'verglichen mit',
  'vergleichbar mit',
  'kontralateral\\p{L}*',
  'gegenseitig\\p{L}*',
  'gegenseite',
  'gegenüber',
  'ähnlich',
  'wie',
  'analog',
  'symmetrisch',
  '(?:größer|kleiner|anders|stärker|schwächer|geringer|weniger|mehr|heller|dunkler) als',
].join('|');
/** Words of the past between a comparison and its object mean a prior, not the other breast. */
const NOT_PAST = '(?!prior|previous|earlier|vor|früher)';
const COMPARED = new RegExp(
  `(?<![\\p{L}\\d])(?:${COMPARISON})\\.?(?:\\s+${NOT_PAST}\\S+){0,4}\\s*$`,
  'iu',
);
const COMPARED_AFTER = /^\W{0,3}(?:contralateral|kontralateral|gegenseit|opposite)/iu;
const PAST =
  /(?<![\p{L}\d])(?:previously|formerly|(?:in|on|at) the prior|prior study|zuvor|vormals|früher|vorher|ehemals|damals|voruntersuchung)(?:\s+\S+){0,4}\s*$/iu;

/** Returns the text of the same clause before a position. */
const clauseBefore = (text: string, index: number): string =>
  text
    .slice(0, index)
    .split(/[.;:,()\n]/u)
    .at(-1) ?? '';

/** Returns whether a phrase at this position compares with the other breast. */
export const isComparison = (text: string, start: number, end: number): boolean =>
  COMPARED.test(clauseBefore(text, start)) || COMPARED_AFTER.test(text.slice(end));

/** Returns whether a phrase at this position is about an earlier examination. */
export const isPast = (text: string, start: number): boolean =>
  PAST.test(clauseBefore(text, start));

/** Returns the lines of a text, split further at semicolons and ends of sentences. */
export const statementsOf = (text: string): readonly string[] =>
  text.split(/\n|;|\.\s+(?=[\p{Lu}\d])/u).filter((statement) => statement.trim() !== '');
