import type { ReportLanguage } from '#contracts';

/** Pattern of an abbreviation of a text block; with the flag `u`. */
export const ABBREVIATION_PATTERN = String.raw`[\p{L}\p{N}_-]{1,20}`;

const ABBREVIATION = new RegExp(`^${ABBREVIATION_PATTERN}$`, 'u');

/** Returns whether a text field expands the abbreviation. */
export const isAbbreviation = (text: string): boolean => ABBREVIATION.test(text);

/** An abbreviation in reports of a language; null or absent for all languages. */
export interface AbbreviationUse {
  readonly abbreviation: string;
  readonly language?: ReportLanguage | null | undefined;
}

/** Returns whether a report can have both text blocks, upper and lower case alike. */
export const sharesAbbreviation = (one: AbbreviationUse, other: AbbreviationUse): boolean =>
  one.abbreviation.toLowerCase() === other.abbreviation.toLowerCase() &&
  (one.language == null || other.language == null || one.language === other.language);
