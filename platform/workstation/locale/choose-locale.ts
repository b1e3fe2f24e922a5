import { ENGLISH } from '#foundation';

/** Sources of the language of the page, the first available one wins. */
export interface LocaleSources {
  /** Choice of the user in this browser; null if none. */
  readonly stored: string | null;
  /** Default of the site; null if none. */
  readonly site: string | null;
  /** Languages of the browser, preferred first. */
  readonly languages: readonly string[];
}

/**
 * Returns the language of the page: the user's choice, else the default of the site, else the first
 * language of the browser that is available, else English. `de-AT` matches `de`.
 */
export function chooseLocale(sources: LocaleSources, available: readonly string[]): string {
  for (const tag of [sources.stored, sources.site, ...sources.languages]) {
    const match = tag === null ? undefined : available.find((candidate) => matches(tag, candidate));
    if (match !== undefined) return match;
  }
  return ENGLISH;
}

function matches(requested: string, candidate: string): boolean {
  return (
    requested.toLowerCase() === candidate.toLowerCase() ||
    requested.split('-')[0]?.toLowerCase() === candidate
  );
}
