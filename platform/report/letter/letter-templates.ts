import { REPORT_LANGUAGES, type ReportLanguage } from '#contracts';
import { germanLetter, germanLetterWords } from '../texts/de/letter-texts.ts';
import {
  englishLetter,
  englishLetterWords,
  type LetterTexts,
  type LetterWords,
} from '../texts/letter-texts.ts';

/** Version of the built-in texts, stored in the audit with each letter. */
export const LETTER_TEMPLATES_VERSION = 3;

export type LetterTextId = keyof LetterTexts;

/** Names that a text of a letter can contain in braces: `{date}`. */
export const LETTER_PLACEHOLDERS = [
  'patient',
  'date',
  'site',
  'contact',
  'followUp',
  'doctor',
  'breasts',
] as const;
export type LetterPlaceholder = (typeof LETTER_PLACEHOLDERS)[number];

/** Texts of a site that replace built-in ones, by language and id. */
export type SiteLetterTexts = Readonly<
  Partial<Record<ReportLanguage, Readonly<Record<string, string>>>>
>;

const TEXTS: Readonly<Record<ReportLanguage, LetterTexts>> = {
  en: englishLetter,
  de: germanLetter,
};
const WORDS: Readonly<Record<ReportLanguage, LetterWords>> = {
  en: englishLetterWords,
  de: germanLetterWords,
};

export const LETTER_TEXT_IDS = Object.keys(englishLetter) as readonly LetterTextId[];

export const letterWords = (language: ReportLanguage): LetterWords => WORDS[language];

/** Returns a text of the site, else the built-in one. */
export function letterText(
  id: LetterTextId,
  language: ReportLanguage,
  site: SiteLetterTexts,
): string {
  return site[language]?.[id] ?? TEXTS[language][id];
}

/** A fault in a text of a site. */
export interface LetterTextFault {
  readonly language: string;
  /** Id of the text as the site wrote it. */
  readonly text: string;
  /** The unknown placeholder; null if the id of the text is unknown. */
  readonly placeholder: string | null;
}

/** Returns unknown ids and placeholders in the texts of a site, in the order of the texts. */
export function letterTextFaults(site: SiteLetterTexts): readonly LetterTextFault[] {
  return REPORT_LANGUAGES.flatMap((language) =>
    Object.entries(site[language] ?? {}).flatMap(([text, template]) => {
      const isKnown = LETTER_TEXT_IDS.some((id) => id === text);
      const unknown = placeholdersOf(template).filter((name) => !isLetterPlaceholder(name));
      return [
        ...(isKnown ? [] : [{ language, text, placeholder: null }]),
        ...unknown.map((placeholder) => ({ language, text, placeholder })),
      ];
    }),
  );
}

const PLACEHOLDER = /\{([^{}]*)\}/g;

/** Returns the names in braces, in the order of the text. */
export const placeholdersOf = (template: string): readonly string[] =>
  [...template.matchAll(PLACEHOLDER)].map(([, name = '']) => name.trim());

export const isLetterPlaceholder = (name: string): name is LetterPlaceholder =>
  LETTER_PLACEHOLDERS.some((placeholder) => placeholder === name);

/** Replaces the placeholders of a text; null is written as ''. */
export const fillPlaceholders = (
  template: string,
  valueFor: (name: string) => string | null,
): string => template.replaceAll(PLACEHOLDER, (_, name: string) => valueFor(name.trim()) ?? '');
