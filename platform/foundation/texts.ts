/** A text, or what makes one of its values: `(count: number) => string`. */
export type TextEntry = string | ((...values: never[]) => string);
export interface TextTree {
  readonly [key: string]: TextEntry | TextTree;
}

/** What another language has to give for an area: the same keys, and functions of the same values. */
export type Translation<Tree> = {
  readonly [Key in keyof Tree]: Tree[Key] extends string
    ? string
    : Tree[Key] extends (...values: infer Values) => string
      ? (...values: Values) => string
      : Translation<Tree[Key]>;
};

const areas = new Map<string, TextTree>();

/**
 * The texts of one area of the screen, in English. Each room keeps its areas in `texts/`; who shows
 * a text takes it from there, so that a text that is not there is a compile error. Throws when two
 * areas have one name.
 */
export function defineTexts<const Tree extends TextTree>(area: string, english: Tree): Tree {
  if (areas.has(area)) throw new Error(`Two areas of texts are called ${area}`);
  areas.set(area, english);
  return english;
}

/** Every area that has been loaded, for those who check or translate them. */
export function textAreas(): ReadonlyMap<string, TextTree> {
  return areas;
}

const ENGLISH = new Intl.PluralRules('en');

/** `plural(2, 'patient', 'patients')` → '2 patients'; the count stands in the reader's digits. */
export function plural(count: number, one: string, other: string): string {
  return `${count.toLocaleString('en-GB')} ${ENGLISH.select(count) === 'one' ? one : other}`;
}
