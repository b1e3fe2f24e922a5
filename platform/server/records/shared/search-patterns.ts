import { foldForSearch } from '#contracts';

export function splitKeywords(keywords: string): readonly string[] {
  return keywords.split(/\s+/).filter((word) => word !== '');
}

/** Returns the LIKE pattern of a word, for text that the database has folded. */
export function patternOf(word: string): string {
  return `%${foldForSearch(word).replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}
