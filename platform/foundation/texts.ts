/** A text, or a function that builds a text from values: `(count: number) => string`. */
export type TextEntry = string | ((...values: never[]) => string);
export interface TextTree {
  readonly [key: string]: TextEntry | TextTree;
}

/** Shape of a translation of an area: the same keys, and functions with the same parameters. */
export type Translation<Tree> = {
  readonly [Key in keyof Tree]: Tree[Key] extends string
    ? string
    : Tree[Key] extends (...values: infer Values) => string
      ? (...values: Values) => string
      : Translation<Tree[Key]>;
};

const areas = new Map<string, TextTree>();

/**
 * Defines the English texts of one area of the screen. Each module keeps its areas in `texts/` and
 * imports texts from there, so that a missing text is a compile error. Throws if two areas have the
 * same name.
 */
export function defineTexts<const Tree extends TextTree>(area: string, english: Tree): Tree {
  if (areas.has(area)) throw new Error(`Two areas of texts are called ${area}`);
  areas.set(area, english);
  return english;
}

/** Returns every loaded area, for checks and translations. */
export function textAreas(): ReadonlyMap<string, TextTree> {
  return areas;
}

const ENGLISH = new Intl.PluralRules('en');

/**
 * Returns a count with its noun: `plural(2, 'patient', 'patients')` → '2 patients'. Digits are
 * grouped as in British English.
 */
export function plural(count: number, one: string, other: string): string {
  return `${count.toLocaleString('en-GB')} ${ENGLISH.select(count) === 'one' ? one : other}`;
}
