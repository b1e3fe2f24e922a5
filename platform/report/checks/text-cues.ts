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

/** Phrases that compare with the other breast, followed by at most four words. */
const COMPARISON = [
  'contralateral\\p{L}*',
  'opposite',
  'compar(?:ed|ison|able) (?:with|to)',
  'similar to',
  'analogous to',
  'unlike',
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
  'analog',
  'symmetrisch',
].join('|');
/** Words that compare only directly before the side: 'wie in der linken Brust', not 'wie beschrieben'. */
const LIKENESS = [
  '(?<!-)like',
  'than',
  'as(?: seen)? (?:in|on)',
  'wie',
  '(?:größer|kleiner|anders|stärker|schwächer|geringer|weniger|mehr|heller|dunkler|dichter) als',
].join('|');
const ARTICLES = '(?:in|on|at|of|the|that|those|its|an|auf|bei|der|die|das|dem|den)';
/** An earlier examination or a figure between a comparison and the side: no other breast is meant. */
const NOT_PAST = '(?!prior|previous|earlier|before|last|vor|früher|zuvor|damals|letzt|\\d)';
const COMPARED = new RegExp(
  `(?<![\\p{L}\\d])(?:(?:${COMPARISON})(?:\\s+${NOT_PAST}\\S+){0,4}|(?:${LIKENESS})(?:\\s+${ARTICLES}){0,3})\\s*$`,
  'iu',
);
const COMPARED_AFTER = /^\W{0,3}(?:contralateral|kontralateral|gegenseit|opposite)/iu;
const PAST =
  /(?<![\p{L}\d])(?:previously|formerly|(?:in|on|at) the prior|prior study|zuvor|vormals|früher|vorher|ehemals|damals|voruntersuchung)(?:\s+\S+){0,4}\s*$/iu;

/** Returns the text of the same clause before a position. */
const clauseBefore = (text: string, index: number): string =>
  text
    .slice(0, index)
    .replace(/(?<!\p{L})vs\./giu, 'vs')
    .split(/[.;:,()\n]/u)
    .at(-1) ?? '';

/** Returns whether a phrase at this position compares with the other breast. */
export const isComparison = (text: string, start: number, end: number): boolean =>
  COMPARED.test(clauseBefore(text, start)) || COMPARED_AFTER.test(text.slice(end));

/** Returns whether a phrase at this position is about an earlier examination. */
export const isPast = (text: string, start: number): boolean =>
  PAST.test(clauseBefore(text, start));

/** Returns the lines of a text, split further at semicolons and ends of sentences ('li.' is none). */
export const statementsOf = (text: string): readonly string[] =>
  text
    .split(/\n|;|(?<!(?<!\p{L})(?:[Ll][it]?|[Rr][et]?|ca|vs|approx))\.\s+(?=[\p{Lu}\d])/u)
    .filter((statement) => statement.trim() !== '');
