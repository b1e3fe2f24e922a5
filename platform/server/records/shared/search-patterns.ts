import { foldForSearch } from '#contracts';

/** Splits a search text at white space into its words. */
export function splitKeywords(keywords: string): readonly string[] {
  return keywords.split(/\s+/).filter((word) => word !== '');
}

/** Returns a LIKE pattern that finds a word in text that `fold_for_search` has normalised. */
export function patternOf(word: string): string {
  return `%${foldForSearch(word).replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}
