import type { ReportLanguage } from '#contracts';
import { type DocumentWords, englishTexts } from './english-texts.ts';
import { germanTexts } from './german-texts.ts';

const WORDS: Readonly<Record<ReportLanguage, DocumentWords>> = {
  en: englishTexts,
  de: germanTexts,
};

/**
 * Returns the words of a document in its language. The language is that of the report and not of
 * the caller, so that a report reads the same for everyone.
 */
export function wordsIn(language: ReportLanguage): DocumentWords {
  return WORDS[language];
}
