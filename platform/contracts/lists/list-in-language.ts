import { lists as germanLists } from '../texts/de/list-texts.ts';
import type { HardCodedList } from './list-schema.ts';
import { type ListTexts, listTexts, withTexts } from './translate-list.ts';

/**
 * Returns a list in a given language, whatever the language of the page is, for documents that have
 * a language of their own. The built-in words are translated; words that a site has set stay as they
 * are.
 */
export function listInLanguage(list: HardCodedList, language: 'en' | 'de'): HardCodedList {
  if (language === 'en') return list;
  const translations: Readonly<Record<string, ListTexts>> = germanLists;
  return withTexts(list, (builtIn) => translations[`list.${builtIn.listId}`] ?? listTexts(builtIn));
}
