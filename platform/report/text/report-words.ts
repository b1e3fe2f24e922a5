import type { ReportLanguage } from '#contracts';
import type { Translation } from '#foundation';
import { germanReport } from '../texts/de/report-texts.ts';
import { englishReport } from '../texts/report-texts.ts';

/** Words of the templates in one language. */
export type ReportWords = Translation<typeof englishReport>;

const WORDS: Readonly<Record<ReportLanguage, ReportWords>> = {
  en: englishReport,
  de: germanReport,
};

/** Returns the words of a report's language, which the language of the page doesn't change. */
export const reportWords = (language: ReportLanguage): ReportWords => WORDS[language];

/** Formats micrometres as millimetres with one decimal, e.g. '12.4' or '12,4'. */
export function millimetres(um: number, { decimalSign }: Pick<ReportWords, 'decimalSign'>): string {
  return (um / 1000).toFixed(1).replace('.', decimalSign);
}

/** Returns a sentence from its parts: capitalised, joined by commas, with a full stop; '' without parts. */
export function sentenceOf(parts: readonly string[]): string {
  const text = parts.filter((part) => part !== '').join(', ');
  return text === '' ? '' : `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
