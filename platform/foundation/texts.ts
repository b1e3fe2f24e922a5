import { currentLocale, formatLocale } from './locale.ts';
import { formatNumber } from './number-format.ts';

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

/** A translation of a part of an area; the other entries stay English. */
export type PartialTranslation<Tree> = {
  readonly [Key in keyof Tree]?: Tree[Key] extends string
    ? string
    : Tree[Key] extends (...values: infer Values) => string
      ? (...values: Values) => string
      : PartialTranslation<Tree[Key]>;
};

/** Translations by name of the area. */
export type Translations = Readonly<Record<string, TextTree>>;

/** Returns the translated entries of an area; undefined if the area has no translation. */
export type Translator = (area: string, english: TextTree) => TextTree | undefined;

const areas = new Map<string, TextTree>();
const translators: Translator[] = [];

/**
 * Defines the English texts of one area of the screen and returns them in the language of the page.
 * Each module keeps its areas in `texts/` and imports texts from there, so that a missing text is a
 * compile error. Entries without a translation stay English. Throws if two areas have the same
 * name.
 */
export function defineTexts<const Tree extends TextTree>(area: string, english: Tree): Tree {
  if (areas.has(area)) throw new Error(`Two areas of texts are called ${area}`);
  areas.set(area, english);
  for (const translate of translators) replaceEntries(english, translate(area, english));
  return english;
}

/**
 * Translates all areas, those already defined and those that modules define later. Areas are
 * changed in place, because modules that ran before hold references to them.
 */
export function addTranslator(translate: Translator): void {
  translators.push(translate);
  for (const [area, texts] of areas) replaceEntries(texts, translate(area, texts));
}

/** Translates the named areas. */
export function addTranslations(translations: Translations): void {
  addTranslator((area) => (Object.hasOwn(translations, area) ? translations[area] : undefined));
}

/**
 * Returns a translated copy of texts that arrive as data, e.g. titles of a manifest, without
 * defining the area.
 */
export function translated<Tree extends TextTree>(area: string, english: Tree): Tree {
  const copy = copyOf(english) as Tree;
  for (const translate of translators) replaceEntries(copy, translate(area, copy));
  return copy;
}

const copyOf = (tree: TextTree): TextTree =>
  Object.fromEntries(
    Object.entries(tree).map(([key, entry]) => [
      key,
      typeof entry === 'object' ? copyOf(entry) : entry,
    ]),
  );

/** Replaces entries of the same kind; ignores keys that `texts` lacks. */
function replaceEntries(texts: TextTree, translated: TextTree | undefined): void {
  const target = texts as Record<string, TextEntry | TextTree>;
  for (const [key, entry] of Object.entries(translated ?? {})) {
    const english = texts[key];
    if (typeof english !== typeof entry) continue;
    if (typeof english === 'object' && typeof entry === 'object') replaceEntries(english, entry);
    else target[key] = entry;
  }
}

/**
 * Returns the translated entries of an area whose English texts are not on this page, such as the
 * messages of the server; empty in English. Platform and extensions may add entries to one area.
 */
export function translationOf(area: string): TextTree {
  return Object.assign({}, ...translators.map((translate) => translate(area, {})));
}

/** Returns every loaded area, for checks. */
export function textAreas(): ReadonlyMap<string, TextTree> {
  return areas;
}

const rules = new Map<string, Intl.PluralRules>();

/**
 * Returns a count with its noun: `plural(2, 'patient', 'patients')` → '2 patients'. Digits are
 * grouped, and the form is chosen, as in the language of the page.
 */
export function plural(count: number, one: string, other: string): string {
  const locale = formatLocale();
  const rule = rules.get(locale) ?? new Intl.PluralRules(locale);
  rules.set(locale, rule);
  return `${formatNumber(count)} ${rule.select(count) === 'one' ? one : other}`;
}

/**
 * Returns a label for use within a sentence: in lower case, except in German, which capitalises
 * nouns.
 */
export function withinSentence(label: string): string {
  return /^de(?:-|$)/.test(currentLocale()) ? label : label.toLowerCase();
}
