import { pageTexts } from '../texts/page-texts.ts';

const TITLES: Readonly<Record<string, string>> = pageTexts.titles;

/** The title of a page of the platform; null for other paths. */
export function pageTitle(path: string): string | null {
  return Object.hasOwn(TITLES, path) ? (TITLES[path] ?? null) : null;
}
