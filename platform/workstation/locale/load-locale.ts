import { translations } from 'clockface:translations';
import { storedLocale } from '#core/light';
import { addTranslations, ENGLISH, setLocale } from '#foundation';
import { peekPreloaded } from '../early/boot-preload.ts';
import { chooseLocale } from './choose-locale.ts';

/** Pseudo-locale of tests; never offered, used when it is stored as the choice. */
const PSEUDO_LOCALE = 'en-XA';

/**
 * Selects the language of the page and loads its translation, before modules with texts run.
 * English has no translation. Waits for the configuration, which the page has already requested,
 * unless this browser stores a choice. A translation that can't be loaded leaves the page in
 * English.
 */
export async function loadLocale(page: Window): Promise<void> {
  const available = [ENGLISH, ...Object.keys(translations)];
  const stored = storedLocale(page.localStorage);
  if (stored === PSEUDO_LOCALE) {
    const { addPseudoLocale } = await import('./pseudo-locale.ts');
    addPseudoLocale();
    return applyLocale(page, PSEUDO_LOCALE, available);
  }
  const isStored = stored !== null && available.includes(stored);
  const site = isStored ? null : await siteLocale();
  const locale = chooseLocale({ stored, site, languages: page.navigator.languages }, available);
  try {
    const loaded = await translations[locale]?.();
    if (loaded !== undefined) addTranslations(loaded.translations);
    applyLocale(page, locale, available);
  } catch (thrown) {
    // biome-ignore lint/suspicious/noConsole: the log of the browser is its console
    console.warn('The translation could not be loaded', { locale, thrown });
    applyLocale(page, ENGLISH, available);
  }
}

function applyLocale(page: Window, locale: string, available: readonly string[]): void {
  setLocale(locale, available);
  page.document.documentElement.lang = locale;
}

/**
 * Returns the default language of the site; null without one or when the configuration can't be
 * read.
 */
async function siteLocale(): Promise<string | null> {
  try {
    const response = await peekPreloaded('api/config');
    const config: unknown = await response?.json();
    const { locale } = (config ?? {}) as { readonly locale?: unknown };
    return typeof locale === 'string' ? locale : null;
  } catch {
    // Ignored, because the start reports an unreadable configuration itself.
    return null;
  }
}
