import { pageTexts } from '../texts/page-texts.ts';

const TITLES: Readonly<Record<string, string>> = pageTexts.titles;

/** Returns the title of a platform page; null for other paths. */
export function pageTitle(path: string): string | null {
  return Object.hasOwn(TITLES, path) ? (TITLES[path] ?? null) : null;
}
